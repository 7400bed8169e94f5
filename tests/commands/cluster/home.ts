/** A temporary home for clusters created by the command and served by background processes. */
import {
  type CommandOutcome,
  runCommand,
  type RunCommandOptions,
} from "../../helpers/run_command.ts";

/** Provisioner and name used by every test here. */
export const SANDBOX = ["--provisioner", "sandbox", "--name", "demo"];

/** No clusters of the machine's docker. */
export const NO_DOCKER = { DOCKER_HOST: "unix:///nonexistent/docker.sock" };

/** A temporary home directory. */
export interface Cluster {
  readonly home: string;
  /** Runs `osctl cluster` with `args`. */
  run(args: readonly string[], options?: RunCommandOptions): Promise<CommandOutcome>;
  /** Names of the clusters with state in the home. */
  states(): Promise<string[]>;
  /** PID of the serving process. */
  pid(): Promise<number>;
}

/** Runs the body with an empty home and destroys a remaining cluster. */
export async function withHome(body: (cluster: Cluster) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "osctl-cluster-" });
  const folder = `${home}/.os/clusters`;
  const run: Cluster["run"] = (args, options = {}) =>
    runCommand(["cluster", ...args], { home, ...options, env: { ...NO_DOCKER, ...options.env } });
  const states = async () => {
    const names: string[] = [];
    try {
      for await (const entry of Deno.readDir(folder)) names.push(entry.name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return names;
  };
  const pid = async () =>
    JSON.parse(await Deno.readTextFile(`${folder}/demo/process.json`)).pid as number;
  try {
    await body({ home, run, states, pid });
  } finally {
    if ((await states()).length > 0) await run(["destroy", ...SANDBOX, "--force"]);
    await Deno.remove(home, { recursive: true });
  }
}

/** Runs the body with a created cluster. */
export async function withCluster(
  { workers = 1 }: { workers?: number },
  body: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  await withHome(async (cluster) => {
    const { code, stderr } = await cluster.run(["create", ...SANDBOX, "--workers", `${workers}`]);
    if (code !== 0) throw new Error(stderr);
    await body(cluster);
  });
}
