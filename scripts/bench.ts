/**
 * Paired benchmarks of whole processes, as one table: start-up against an empty script, and calls to
 * the same embedded nodes against talosctl when `OSCTL_BENCH_REFERENCE` is its path.
 * Pairs alternate (A B A B …), so that load affects both; a ratio is the median of the pairwise
 * ratios, with their quartiles. `OSCTL_BENCH_RUNS` sets the number of pairs (default 15),
 * `OSCTL_BENCH_ONLY` a regular expression of the rows. Needs GNU `time` and about 2 GB for temporary
 * files.
 *
 * @module
 */
import { createLog, openSockets, startProcesses } from "./bench_loads.ts";
import { bundle } from "./bundle.ts";
import { Program } from "./program.ts";

const RUNS = Number(Deno.env.get("OSCTL_BENCH_RUNS") ?? 15);
const ONLY = new RegExp(Deno.env.get("OSCTL_BENCH_ONLY") ?? "");
const NODES = 50;
const RESOURCES = 10_000;
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
const [startLoad] = Deno.loadavg();

async function measureOnce(candidate: Candidate): Promise<Sample> {
  const report = `${scratch}/time`;
  const start = performance.now();
  const { code, stderr } = await new Deno.Command("time", {
    args: ["-o", report, "-f", "%U %S %M", candidate.command, ...candidate.args],
    env: candidate.env ?? {},
    stdin: "null",
    stdout: "null",
  }).output();
  const wall = (performance.now() - start) / 1000;
  if (code !== 0) {
    const reason = new TextDecoder().decode(stderr);
    throw new Error(`${candidate.name} ended with exit code ${code}: ${reason}`);
  }
  const last = (await Deno.readTextFile(report)).trim().split("\n").at(-1)!;
  const [user, system, kilobytes] = last.split(" ").map(Number);
  return { wall, cpu: user! + system!, memoryMb: kilobytes! / 1000 };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** A number of samples in order: the quartile `part` of 4. */
function quartile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part / 4)]!;
}

const rows: string[][] = [
  ["WORK", "OSCTL", "CPU", "MEMORY", "COMPARED WITH", "TIME", "CPU", "MEMORY", "RATIO OF TIMES"],
];

const isSelected = (title: string) => ONLY.test(title);

/** Runs both alternately and adds a row: medians, the pairwise ratio A/B and its quartiles. */
async function compare(title: string, a: Candidate, b: Candidate): Promise<void> {
  if (!isSelected(title)) return;
  console.error(`${title}: ${RUNS} pairs`);
  await measureOnce(a);
  await measureOnce(b);
  const pairs: [Sample, Sample][] = [];
  for (let run = 0; run < RUNS; run++) pairs.push([await measureOnce(a), await measureOnce(b)]);
  const cells = (index: 0 | 1) => {
    const of = (key: keyof Sample) => median(pairs.map((pair) => pair[index][key]));
    return [
      `${of("wall").toFixed(3)} s`,
      `${of("cpu").toFixed(2)} s`,
      `${of("memoryMb").toFixed(0)} MB`,
    ];
  };
  const ratios = pairs.map(([x, y]) => x.wall / Math.max(y.wall, 0.001));
  const [low, middle, high] = [1, 2, 3].map((part) => quartile(ratios, part).toFixed(2));
  rows.push([title, ...cells(0), b.name, ...cells(1), `${middle} (${low} to ${high})`]);
  // An interrupted run keeps its rows.
  console.error(rows.at(-1)!.join("  "));
}

function printRows(): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd());
  }
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
  const files = await bundle(root, `${scratch}/bundle`);
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

  await compare("completion bash", ours("osctl", ["completion", "bash"]), emptyScript);

  const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");
  const other = (args: string[]): Candidate => ({
    name: "talosctl",
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

  const local = (args: string[]) => reference ? other(args) : emptyScript;
  const generate = ["gen", "config", "bench", "https://10.5.0.2:6443", "--force"];
  const output = (name: string) => ["--output", `${scratch}/${name}`];
  await compare(
    "gen config",
    ours("osctl", [...generate, ...output("ours")]),
    local([...generate, ...output("theirs")]),
  );
  const config = `${program.home}/controlplane.yaml`;
  const generated = await program.run([...generate, "--output", program.home]);
  if (generated.code !== 0) throw new Error(generated.stderr);
  const validate = ["validate", "--config", config, "--mode", "metal"];
  await compare("validate", ours("osctl", validate), local(validate));

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
    const processes = `processes, ${PROCESSES} of them`;
    if (isSelected(processes)) {
      await using _ = await startProcesses(PROCESSES);
      await measure(processes, "processes");
    }
    const sockets = `netstat of ${SOCKETS} sockets`;
    if (isSelected(sockets)) {
      await using _ = await openSockets(SOCKETS);
      await measure(sockets, "netstat", "-a");
    }
    const logs = `logs of ${LOG_BYTES / 1e6} MB`;
    if (isSelected(logs)) {
      const folder = `${program.home}/.os/clusters/bench/nodes/bench-controlplane-1/logs`;
      await createLog(`${folder}/big.log`, LOG_BYTES);
      await measure(logs, "logs", "big");
    }
    const read = `read of ${FILE_MIB} MiB`;
    if (isSelected(read)) {
      await createFile(`${scratch}/big`);
      await measure(read, "read", `${scratch}/big`);
    }
    const tree = `${scratch}/tree`;
    const walks: [title: string, ...args: string[]][] = [
      [`list -r of ${ENTRIES} entries`, "list", "-r", tree],
      [`list -lr of ${ENTRIES} entries`, "list", "-l", "-r", tree],
      [`usage of ${ENTRIES} entries`, "usage", "-a", "-d", "5", tree],
    ];
    if (walks.some(([title]) => isSelected(title))) await createTree(tree);
    for (const [title, ...args] of walks) await measure(title, ...args);
  } finally {
    await program.run(["cluster", "destroy", ...cluster]);
  }

  const many = `get members, ${RESOURCES} of them`;
  const several = `get members of ${NODES} nodes`;
  const memory = `memory of ${NODES} nodes`;
  if ([many, several, memory].some(isSelected)) {
    const { withSandbox } = await import("../tests/helpers/sandbox.ts");
    await withSandbox({ workers: NODES - 1 }, async ({ home, osconfig, nodes, cluster }) => {
      const measure = async (title: string, ...args: string[]) => {
        const at = { HOME: home, TALOSCONFIG: osconfig };
        const [a, b] = [ours("osctl", args), local(args)];
        await compare(title, { ...a, env: { ...a.env, ...at } }, {
          ...b,
          env: { ...b.env, ...at },
        });
      };
      const addresses = nodes.map(({ address }) => address).join(",");
      await measure(several, "get", "members", "-n", addresses);
      await measure(memory, "memory", "-n", addresses);
      const [node] = nodes;
      const { store } = cluster.stateOf(node!);
      for (let index = 0; index < RESOURCES; index++) {
        const yaml = `hostname: host-${index}\nmachineType: worker\nnodeId: id-${index}\n`;
        const spec = { value: {}, proto: new Uint8Array(), yaml };
        const id = `member-${index}`;
        const type = "Members.cluster.talos.dev";
        store.create({ namespace: "cluster", type, id, spec, labels: {} });
      }
      await measure(many, "get", "members", "-n", node!.address);
    });
  }
  printRows();
  const date = new Date().toISOString().slice(0, 10);
  const cpus = navigator.hardwareConcurrency;
  const load = `load ${startLoad!.toFixed(1)} to ${Deno.loadavg()[0]!.toFixed(1)}`;
  console.log(`${date}, ${RUNS} pairs, ${Deno.build.arch}, ${cpus} CPUs, ${load}`);
  const megabytes = (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1);
  const kilobytes = Math.round(files[0]!.bytes / 1000);
  console.log(`bundle: ${files.length} files, ${megabytes} MB; entry ${kilobytes} kB`);
} finally {
  await Deno.remove(scratch, { recursive: true });
}
