/**
 * `deno task profile`: records which functions of the bundle common commands run, for
 * `scripts/compile_hints.ts`. Run it after larger changes; an old profile only makes the start slower.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { findFunctions, PROFILE } from "./compile_hints.ts";
import { readScripts } from "./list_files.ts";
import { Program } from "./program.ts";
import { ROOT } from "./project.ts";

/** Commands that the profile covers, without the node. */
const COMMANDS = [
  "version",
  "version --client",
  "config contexts",
  "get members",
  "get members -o yaml",
  "get nodename -o json",
  "get rd",
  "service",
  "service machined",
  "list /etc",
  "list -l /etc",
  "read /etc/hostname",
  "logs machined --tail 5",
  "dmesg",
  "memory",
  "processes",
  "stats",
  "mounts",
  "usage /etc",
  "netstat",
  "containers",
  "disks",
  "etcd members",
  "etcd status",
  "image list",
];

/** Arguments of the cluster that answers. */
const CLUSTER = ["--provisioner", "sandbox", "--name", "profile"];

/** The coverage of a file, as the runtime writes it. */
interface Coverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}

/** The functions that ran, by file, as start and end. */
type Runs = Map<string, Set<string>>;

/** Adds what a command wrote into a folder. */
async function addCoverage(runs: Runs, folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const { url, functions }: Coverage = JSON.parse(await Deno.readTextFile(`${folder}/${name}`));
    const places = runs.getOrInsertComputed(url.slice(url.lastIndexOf("/") + 1), () => new Set());
    for (const { ranges: [whole] } of functions) {
      if (whole !== undefined && whole.count > 0) {
        places.add(`${whole.startOffset}-${whole.endOffset}`);
      }
    }
  }
}

/** Returns the keys of the functions that ran. */
async function listKeys(runs: Runs, outdir: string): Promise<string[]> {
  const keys = new Set<string>();
  for (const [name, source] of await readScripts(outdir)) {
    const places = runs.get(name) ?? new Set();
    for (const { node, key } of await findFunctions(source)) {
      if (places.has(`${node.start}-${node.end}`)) keys.add(key);
    }
  }
  return [...keys].sort();
}

/** Runs a command that must succeed. */
async function runOk(program: Program, args: readonly string[], env = {}): Promise<void> {
  const { code, stderr } = await program.run(args, env);
  if (code !== 0) throw new Error(`osctl ${args.join(" ")}: ${stderr}`);
}

const folder = await Deno.makeTempDir({ prefix: "osctl-profile-" });
try {
  const outdir = `${folder}/dist`;
  await bundle(ROOT, outdir, new Set());
  await using program = await Program.create(`${outdir}/main.js`);
  const runs: Runs = new Map();
  const record = async (args: readonly string[], env: Record<string, string>) => {
    const coverage = `${folder}/coverage`;
    await runOk(program, args, { ...env, DENO_COVERAGE_DIR: coverage });
    await addCoverage(runs, coverage);
    await Deno.remove(coverage, { recursive: true });
  };
  await runOk(program, ["cluster", "create", ...CLUSTER]);
  try {
    const session = { OSCTL_SESSION: "1" };
    await runOk(program, ["session", "start"], session);
    for (const line of COMMANDS) {
      const args = ["-n", "profile-controlplane-1", ...line.split(" ")];
      for (const env of [session, { OSCTL_SESSION: "0" }]) await record(args, env);
    }
  } finally {
    await program.run(["session", "stop"]);
    await program.run(["cluster", "destroy", ...CLUSTER]);
  }
  const keys = await listKeys(runs, outdir);
  const comment = "# Functions of common commands, recorded by deno task profile.\n";
  await Deno.writeTextFile(`${ROOT}${PROFILE}`, `${comment}${keys.join("\n")}\n`);
  console.log(`${keys.length} functions in ${PROFILE}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
