/** A temporary home with a cluster file of sandbox nodes in maintenance mode. */
import { strictEqual } from "node:assert/strict";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { type Cluster, SANDBOX, withHome } from "./home.ts";

/** A home with nodes in maintenance mode, and a cluster file of them. */
export interface Declared {
  readonly cluster: Cluster;
  readonly addresses: readonly string[];
  /** Runs a command in the home. */
  run(...args: string[]): Promise<CommandOutcome>;
  /** Edits the cluster file. */
  edit(change: (text: string) => string): Promise<void>;
}

/** Runs the body with one control plane and workers, all without configuration. */
export async function withDeclared(
  workers: number,
  body: (declared: Declared) => Promise<void>,
): Promise<void> {
  await withHome(async (cluster) => {
    const { home } = cluster;
    const run = (...args: string[]) => runCommand(args, { home, cwd: home });
    const succeed = async (...args: string[]) => {
      const outcome = await run(...args);
      strictEqual(outcome.code, 0, outcome.stderr);
      return outcome;
    };
    const counts = ["--controlplanes", "0", "--workers", "0", "--unconfigured", `${1 + workers}`];
    await succeed("cluster", "create", ...SANDBOX, ...counts);
    const shown = JSON.parse((await cluster.run(["show", ...SANDBOX, "-o", "json"])).stdout);
    const addresses: string[] = shown.nodes.map(({ addresses }: { addresses: string[] }) =>
      addresses[0]
    );
    const [first, ...others] = addresses;
    await succeed(
      ...["cluster", "init", "lab", "--controlplanes", first!, "--workers", others.join()],
      ...["--endpoint", `https://${first}:6443`, "--os-version", "v1.8.0-alpha.2"],
      ...["--kubernetes-version", "v1.31.1"],
    );
    await succeed("cluster", "config");
    await succeed("config", "merge", "osconfig");
    const path = `${home}/cluster.yaml`;
    const edit = async (change: (text: string) => string) =>
      await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
    await body({ cluster, addresses, run, edit });
  });
}
