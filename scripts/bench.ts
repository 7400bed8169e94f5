/**
 * Paired benchmarks of whole processes: start-up against an empty script, and, when
 * `OSCTL_BENCH_REFERENCE` is the path of the reference client, small and large calls against it with
 * the same embedded node. Pairs alternate (A B A B …), so that load affects both; the result is the
 * median of the pairwise ratios. `OSCTL_BENCH_RUNS` sets the number of pairs (default 7). Needs GNU
 * `time` and about 2 GB for temporary files.
 *
 * @module
 */
import { createLog, openSockets, startProcesses } from "./bench_loads.ts";
import { bundle } from "./bundle.ts";
import { Program } from "./program.ts";

const RUNS = Number(Deno.env.get("OSCTL_BENCH_RUNS") ?? 7);
const FILE_MIB = 1024;
const ENTRIES = 200_000;
const LOG_BYTES = 500_000_000;
const PROCESSES = 5000;
const SOCKETS = 20_000;

interface Sample {
  wall: number;
  cpu: number;
  memoryMb: number;
}

interface Candidate {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const root = new URL("..", import.meta.url).pathname;
const scratch = await Deno.makeTempDir({ prefix: "osctl-bench-" });

async function measureOnce(candidate: Candidate): Promise<Sample> {
  const report = `${scratch}/time`;
  const { code } = await new Deno.Command("time", {
    args: ["-o", report, "-f", "%e %U %S %M", candidate.command, ...candidate.args],
    env: candidate.env ?? {},
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).output();
  if (code !== 0) throw new Error(`${candidate.name} ended with exit code ${code}`);
  const last = (await Deno.readTextFile(report)).trim().split("\n").at(-1)!;
  const [wall, user, system, kilobytes] = last.split(" ").map(Number);
  return { wall: wall!, cpu: user! + system!, memoryMb: kilobytes! / 1000 };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Runs both alternately and prints medians and the median of the pairwise ratios A/B. */
async function compare(title: string, a: Candidate, b: Candidate): Promise<void> {
  await measureOnce(a);
  await measureOnce(b);
  const pairs: [Sample, Sample][] = [];
  for (let run = 0; run < RUNS; run++) pairs.push([await measureOnce(a), await measureOnce(b)]);
  console.log(`\n${title} (${RUNS} pairs)`);
  for (const [index, { name }] of [a, b].entries()) {
    const of = (key: keyof Sample) => median(pairs.map((pair) => pair[index as 0 | 1][key]));
    console.log(
      `  ${name.padEnd(26)} wall ${of("wall").toFixed(2)} s  cpu ${of("cpu").toFixed(2)} s  ` +
        `memory ${of("memoryMb").toFixed(0)} MB`,
    );
  }
  const ratio = (key: keyof Sample) =>
    median(pairs.map(([x, y]) => x[key] / Math.max(y[key], 0.001))).toFixed(2);
  console.log(
    `  ratio${" ".repeat(22)}wall ${ratio("wall")}    cpu ${ratio("cpu")}    memory ${
      ratio("memoryMb")
    }`,
  );
}

/** Creates folders of 499 files up to `ENTRIES` entries. */
async function createTree(folder: string): Promise<void> {
  for (let made = 0; made < ENTRIES;) {
    const sub = `${folder}/folder-${made}`;
    await Deno.mkdir(sub, { recursive: true });
    made++;
    for (let file = 0; file < 499 && made < ENTRIES; file++, made++) {
      Deno.writeTextFileSync(`${sub}/file-${file}`, "");
    }
  }
}

async function createFile(path: string): Promise<void> {
  const block = new Uint8Array(1 << 20);
  for (let offset = 0; offset < block.length; offset += 65536) {
    crypto.getRandomValues(block.subarray(offset, offset + 65536));
  }
  using file = await Deno.open(path, { write: true, create: true });
  for (let mib = 0; mib < FILE_MIB; mib++) {
    for (let done = 0; done < block.length;) done += await file.write(block.subarray(done));
  }
}

try {
  // A separate bundle, because a build could replace dist/ during the run.
  const entry = `${scratch}/bundle/main.js`;
  await bundle(root, `${scratch}/bundle`);
  await using program = await Program.create(entry);
  const empty = `${scratch}/empty.js`;
  await Deno.writeTextFile(empty, "");
  const env = { HOME: program.home, NO_COLOR: "1" };
  const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(info.stdout));
  const ours = (name: string, args: string[]): Candidate => ({
    name,
    command: Deno.execPath(),
    args: ["run", "-A", "--no-config", "--quiet", entry, ...args],
    env: { ...env, DENO_DIR: denoDir },
  });
  const emptyScript: Candidate = {
    name: "empty Deno script",
    command: Deno.execPath(),
    args: ["run", "-A", "--no-config", "--quiet", empty],
  };
  await compare("version --client", ours("osctl", ["version", "--client"]), emptyScript);
  await compare("--help", ours("osctl", ["--help"]), emptyScript);

  const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");
  const other = (args: string[]): Candidate => ({
    name: "reference client",
    command: reference!,
    args,
    env: { ...env, TALOSCONFIG: `${program.home}/.os/config` },
  });
  if (reference) {
    await compare(
      "version --client, both clients",
      ours("osctl", ["version", "--client"]),
      other(["version", "--client"]),
    );
  }

  const cluster = ["--provisioner", "sandbox", "--name", "bench"];
  const created = await program.run(["cluster", "create", ...cluster]);
  if (created.code !== 0) throw new Error(created.stderr);
  try {
    const shown = await program.run(["cluster", "show", ...cluster]);
    const node = /127\.\d+\.\d+\.\d+(?!.*\/)/.exec(
      shown.stdout.split("\n").find((line) => line.includes("controlplane"))!,
    )![0];
    const measure = async (title: string, ...args: string[]) => {
      const call = ["-n", node, ...args];
      await compare(title, ours("osctl", call), reference ? other(call) : emptyScript);
    };
    await measure("version of a node", "version");
    await measure("dmesg", "dmesg");
    await measure("get members", "get", "members");
    {
      await using _ = await startProcesses(PROCESSES);
      await measure(`processes, ${PROCESSES} of them`, "processes");
    }
    {
      await using _ = await openSockets(SOCKETS);
      await measure(`netstat of ${SOCKETS} sockets`, "netstat", "-a");
    }
    const logs = `${program.home}/.os/clusters/bench/nodes/bench-controlplane-1/logs`;
    await createLog(`${logs}/big.log`, LOG_BYTES);
    await measure(`logs of ${LOG_BYTES / 1e6} MB`, "logs", "big");
    const big = `${scratch}/big`;
    const tree = `${scratch}/tree`;
    await createFile(big);
    await createTree(tree);
    await measure(`read of ${FILE_MIB} MiB`, "read", big);
    await measure(`list -r of ${ENTRIES} entries`, "list", "-r", tree);
    await measure(`list -lr of ${ENTRIES} entries`, "list", "-l", "-r", tree);
    await measure(`usage of ${ENTRIES} entries`, "usage", "-a", "-d", "5", tree);
  } finally {
    await program.run(["cluster", "destroy", ...cluster]);
  }
} finally {
  await Deno.remove(scratch, { recursive: true });
}
