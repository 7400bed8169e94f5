/**
 * Paired benchmarks of whole processes, as one table: start-up against an empty script, and calls to
 * the same embedded nodes against talosctl when `OSCTL_BENCH_REFERENCE` is its path.
 * Pairs alternate (A B A B …), so that load affects both; a ratio is the median of the pairwise
 * ratios, with their quartiles. With `OSCTL_EXECUTABLE`, executable and bundle are compared too. `OSCTL_BENCH_RUNS` sets the number of pairs (default 15),
 * `OSCTL_BENCH_ONLY` a regular expression of the rows. Needs GNU `time` and about 2 GB for temporary
 * files.
 *
 * @module
 */
import { type Candidate, Comparison } from "./bench/comparison.ts";
import { createFile, createLog, createTree, openSockets, startProcesses } from "./bench/loads.ts";
import { bundle } from "./bundle.ts";
import { EXECUTABLE, Program } from "./program.ts";
import { ROOT, V8_FLAGS } from "./project.ts";
import { findRuntimeFolders } from "./run_command.ts";

const RUNS = Number(Deno.env.get("OSCTL_BENCH_RUNS") ?? 15);
const ONLY = new RegExp(Deno.env.get("OSCTL_BENCH_ONLY") ?? "");
const NODES = 50;
const RESOURCES = 10_000;
const FILE_MIB = 1024;
const ENTRIES = 200_000;
const LOG_BYTES = 500_000_000;
const PROCESSES = 5000;
const SOCKETS = 20_000;

const scratch = await Deno.makeTempDir({ prefix: "osctl-bench-" });
const [startLoad] = Deno.loadavg();
const comparison = new Comparison({ runs: RUNS, only: ONLY, report: `${scratch}/time` });

try {
  // A separate bundle, because a build could replace dist/ during the run.
  const entry = `${scratch}/bundle/main.js`;
  const files = await bundle(ROOT, `${scratch}/bundle`);
  await using program = await Program.create(entry);
  const empty = `${scratch}/empty.js`;
  await Deno.writeTextFile(empty, "");
  const env = { HOME: program.home, NO_COLOR: "1" };
  const { denoDir } = await findRuntimeFolders();
  const ours = (name: string, args: string[]): Candidate => ({
    name,
    command: Deno.execPath(),
    args: ["run", "-A", "--no-config", "--quiet", V8_FLAGS, entry, ...args],
    env: { ...env, DENO_DIR: denoDir },
  });
  const emptyScript: Candidate = {
    name: "empty Deno script",
    command: Deno.execPath(),
    args: ["run", "-A", "--no-config", "--quiet", empty],
  };
  await comparison.compare("version --client", ours("osctl", ["version", "--client"]), emptyScript);
  await comparison.compare("--help", ours("osctl", ["--help"]), emptyScript);

  await comparison.compare("completion bash", ours("osctl", ["completion", "bash"]), emptyScript);

  if (EXECUTABLE !== undefined) {
    for (const args of [["version", "--client"], ["--help"]]) {
      const executed = { name: "executable", command: EXECUTABLE, args, env };
      await comparison.compare(`${args.join(" ")}, executable`, executed, ours("bundle", args));
    }
  }

  const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");
  const other = (args: string[]): Candidate => ({
    name: "talosctl",
    command: reference!,
    args,
    env: { ...env, TALOSCONFIG: `${program.home}/.os/config` },
  });
  if (reference) {
    await comparison.compare(
      "version --client, both clients",
      ours("osctl", ["version", "--client"]),
      other(["version", "--client"]),
    );
  }

  const local = (args: string[]) => reference ? other(args) : emptyScript;
  const generate = ["gen", "config", "bench", "https://10.5.0.2:6443", "--force"];
  const output = (name: string) => ["--output", `${scratch}/${name}`];
  await comparison.compare(
    "gen config",
    ours("osctl", [...generate, ...output("ours")]),
    local([...generate, ...output("theirs")]),
  );
  const config = `${program.home}/controlplane.yaml`;
  const generated = await program.run([...generate, "--output", program.home]);
  if (generated.code !== 0) throw new Error(generated.stderr);
  const validate = ["validate", "--config", config, "--mode", "metal"];
  await comparison.compare("validate", ours("osctl", validate), local(validate));

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
      await comparison.compare(title, ours("osctl", call), reference ? other(call) : emptyScript);
    };
    await measure("version of a node", "version");
    await measure("dmesg", "dmesg");
    await measure("get members", "get", "members");
    const processes = `processes, ${PROCESSES} of them`;
    if (comparison.isSelected(processes)) {
      await using _ = await startProcesses(PROCESSES);
      await measure(processes, "processes");
    }
    const sockets = `netstat of ${SOCKETS} sockets`;
    if (comparison.isSelected(sockets)) {
      await using _ = await openSockets(SOCKETS);
      await measure(sockets, "netstat", "-a");
    }
    const logs = `logs of ${LOG_BYTES / 1e6} MB`;
    if (comparison.isSelected(logs)) {
      const folder = `${program.home}/.os/clusters/bench/nodes/bench-controlplane-1/logs`;
      await createLog(`${folder}/big.log`, LOG_BYTES);
      await measure(logs, "logs", "big");
    }
    const read = `read of ${FILE_MIB} MiB`;
    if (comparison.isSelected(read)) {
      await createFile(`${scratch}/big`, FILE_MIB);
      await measure(read, "read", `${scratch}/big`);
    }
    const tree = `${scratch}/tree`;
    const walks: [title: string, ...args: string[]][] = [
      [`list -r of ${ENTRIES} entries`, "list", "-r", tree],
      [`list -lr of ${ENTRIES} entries`, "list", "-l", "-r", tree],
      [`usage of ${ENTRIES} entries`, "usage", "-a", "-d", "5", tree],
    ];
    if (walks.some(([title]) => comparison.isSelected(title))) await createTree(tree, ENTRIES);
    for (const [title, ...args] of walks) await measure(title, ...args);
  } finally {
    await program.run(["cluster", "destroy", ...cluster]);
  }

  const many = `get members, ${RESOURCES} of them`;
  const several = `get members of ${NODES} nodes`;
  const memory = `memory of ${NODES} nodes`;
  if ([many, several, memory].some((title) => comparison.isSelected(title))) {
    const { withSandbox } = await import("../tests/helpers/sandbox.ts");
    await withSandbox({ workers: NODES - 1 }, async ({ home, osconfig, nodes, cluster }) => {
      const measure = async (title: string, ...args: string[]) => {
        const at = { HOME: home, TALOSCONFIG: osconfig };
        const [a, b] = [ours("osctl", args), local(args)];
        await comparison.compare(title, { ...a, env: { ...a.env, ...at } }, {
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
  comparison.print();
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
