import { deepEqual, equal, match, ok } from "node:assert/strict";
import { cluster, ClusterService } from "../../proto/cluster.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { HEALTH_CHECKS } from "../../lib/procedures/health/checks.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { StatusError } from "../../lib/rpc/mod.ts";
import { parseMountInfo } from "../../lib/sandbox/state/controllers/mounts.ts";
import type { FaultRule } from "../../lib/sandbox/mod.ts";
import { type Binding, stream, unary } from "../../lib/sandbox/types.ts";
import { startManualRun } from "../helpers/manual_run.ts";
import type { CommandOutcome } from "../helpers/run_command.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** A record of `-o json`. */
interface CheckRecord {
  node: string | null;
  check: string;
  name: string;
  state: string;
  reason: string | null;
  remedy: string | null;
  elapsed: number;
}

function records({ stdout }: CommandOutcome): CheckRecord[] {
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Runs all checks of machines once and returns the states by check. */
async function statesOf(sandbox: Sandbox, ...args: string[]): Promise<Map<string, CheckRecord>> {
  const all = ["health", "--once", "--skip", "kubernetes", "-o", "json", ...args];
  const outcome = await sandbox.run(all);
  const found = records(outcome);
  const failed = found.filter(({ state }) => state === "failed");
  equal(outcome.code, failed.length === 0 ? 0 : 1, outcome.stderr);
  return new Map(found.map((record) => [record.check, record]));
}

/** Asserts that `breakIt` turns a check red, with a reason and a remedy, and `repair` green again. */
async function redAndGreen(
  sandbox: Sandbox,
  check: string,
  breakCheck: () => Promise<unknown> | unknown,
  repair: () => Promise<unknown> | unknown,
  reason: RegExp,
): Promise<void> {
  equal((await statesOf(sandbox)).get(check)!.state, "ok", `${check} before`);
  await breakCheck();
  const red = (await statesOf(sandbox)).get(check)!;
  equal(red.state, "failed", `${check} broken`);
  match(red.reason!, reason);
  equal(red.remedy, HEALTH_CHECKS.find(({ id }) => id === check)!.remedy);
  await repair();
  equal((await statesOf(sandbox)).get(check)!.state, "ok", `${check} repaired`);
}

const CLUSTER = { controlPlanes: 2, workers: 1 };

const GIB = 1024 ** 3;

/** Answers a list of services; each has the given problem, on the first control plane only. */
function serviceBinding(problems: { etcd?: string; kubelet?: string }): Binding {
  return unary(MachineService.ServiceList, (_, { node }) => {
    const isFirst = node.name.endsWith("controlplane-1");
    const services = (["etcd", "kubelet"] as const).map((id) => {
      const problem = isFirst ? problems[id] ?? "" : "";
      const state = problem === "stopped" ? "Finished" : "Running";
      const health = { healthy: problem === "", lastMessage: problem };
      return { id, state, events: { events: [{ state, msg: "message" }] }, health };
    });
    return Promise.resolve(machine.ServiceListResponse.create({ messages: [{ services }] }));
  });
}

/** Bindings whose answers the test changes. */
function adjustable() {
  const facts = {
    memory: 4 * GIB,
    disk: 20 * GIB,
    mode: "metal",
    extraMember: "",
    etcd: "",
    kubelet: "",
  };
  const bindings: Binding[] = [
    unary(MachineService.Memory, (_, { node }) =>
      Promise.resolve(machine.MemoryResponse.create({
        // Only the worker has too little memory.
        messages: [{
          meminfo: { memtotal: (node.type === "worker" ? facts.memory : 4 * GIB) / 1024 },
        }],
      }))),
    unary(MachineService.Mounts, () => {
      const mounts = parseMountInfo(Deno.readTextFileSync("/proc/self/mountinfo"));
      const stats = mounts.map(({ source }) => ({ filesystem: source, size: facts.disk }));
      return Promise.resolve(machine.MountsResponse.create({ messages: [{ stats }] }));
    }),
    unary(MachineService.Version, () =>
      Promise.resolve(machine.VersionResponse.create({
        messages: [{ version: { tag: "v1.8.0" }, platform: { name: "x", mode: facts.mode } }],
      }))),
    unary(MachineService.EtcdMemberList, (_, { node }) => {
      const members = [{ hostname: "cp-1", id: 1, peerUrls: [] }];
      const hasExtraMember = facts.extraMember === node.name;
      const extraMember = { hostname: "stray", id: 2, peerUrls: ["https://10.9.9.9:2380"] };
      return Promise.resolve(machine.EtcdMemberListResponse.create({
        messages: [{ members: hasExtraMember ? [...members, extraMember] : members }],
      }));
    }),
  ];
  bindings.push(serviceBinding(facts));
  return { facts, bindings };
}

async function setFault(sandbox: Sandbox, rule?: Omit<FaultRule, "id">): Promise<void> {
  sandbox.cluster.faults.set(rule === undefined ? [] : [{ id: "1", ...rule }]);
  await sandbox.cluster.applyFaults();
}

Deno.test("checks of machines turn red by their cause, and green again", async () => {
  const { facts, bindings } = adjustable();
  await withSandbox({ ...CLUSTER, bindings }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    const worker = sandbox.workers[0]!;
    const set = (change: Partial<typeof facts>) => () => void Object.assign(facts, change);
    await redAndGreen(
      sandbox,
      "memory",
      set({ memory: GIB / 2 }),
      set({ memory: 4 * GIB }),
      new RegExp(`^${worker.address} has 512 MiB of memory, needs at least 874 MiB$`),
    );
    await redAndGreen(
      sandbox,
      "disk",
      set({ disk: 4 * GIB }),
      set({ disk: 20 * GIB }),
      /has a system disk of 5496 MiB, needs at least 6144 MiB/,
    );
    await redAndGreen(
      sandbox,
      "etcd-members",
      set({ extraMember: second!.name }),
      set({ extraMember: "" }),
      new RegExp(`^${second!.address} has stray unlike ${first!.address}$`),
    );
    await redAndGreen(
      sandbox,
      "etcd-control-planes",
      set({ extraMember: first!.name }),
      set({ extraMember: "" }),
      /^etcd member "stray" \(10\.9\.9\.9\) is not a control plane node$/,
    );
    await redAndGreen(
      sandbox,
      "kubelet",
      set({ kubelet: "stopped" }),
      set({ kubelet: "" }),
      new RegExp(`^${first!.address}: service "kubelet" is in state Finished: message$`),
    );
    await redAndGreen(
      sandbox,
      "etcd",
      set({ etcd: "no leader" }),
      set({ etcd: "" }),
      new RegExp(`^${first!.address}: service "etcd" is not healthy: no leader$`),
    );
    await redAndGreen(
      sandbox,
      "apid",
      () => setFault(sandbox, { action: "down", node: worker.name, method: "*" }),
      () => setFault(sandbox),
      new RegExp(`^${worker.address}: cannot be reached .* connection refused`),
    );
    const broken = { action: "error", code: 13, message: "broken" } as const;
    await redAndGreen(
      sandbox,
      "etcd",
      () => setFault(sandbox, { ...broken, node: second!.name, method: "ServiceList" }),
      () => setFault(sandbox),
      new RegExp(`^${second!.address}: broken`),
    );
    await redAndGreen(
      sandbox,
      "boot",
      () => setFault(sandbox, { ...broken, node: worker.name, method: "*/List" }),
      () => setFault(sandbox),
      new RegExp(`^${worker.address}: broken`),
    );
    // Containers share memory and disks with their host.
    Object.assign(facts, { memory: 0, disk: 0, mode: "container" });
    const states = await statesOf(sandbox);
    deepEqual([states.get("memory")!.state, states.get("disk")!.state], ["ok", "ok"]);
  });
});

Deno.test("the check of the boot is red while a node reboots", async () => {
  await withSandbox(CLUSTER, async (sandbox) => {
    const worker = sandbox.workers[0]!.address;
    await sandbox.run(["reboot", "-n", worker, "--wait=false", "-y"]);
    const red = (await statesOf(sandbox)).get("boot")!;
    equal(red.state, "failed");
    match(red.reason!, new RegExp(`^${worker}`));
    const args = ["health", "--server=false", "--skip", "kubernetes", "--wait-timeout", "30s"];
    const { code, stderr } = await sandbox.run(args);
    deepEqual([code, stderr.includes("all nodes to finish boot sequence: OK")], [0, true]);
  });
});

Deno.test("health --once prints a table, and one line with a remedy per failed check", async () => {
  await withSandbox(CLUSTER, async (sandbox) => {
    const worker = sandbox.workers[0]!;
    await setFault(sandbox, { action: "error", code: 13, node: worker.name, method: "Version" });
    const { code, stdout, stderr } = await sandbox.run([
      ...["health", "--once", "--skip", "kubernetes,disk,memory"],
    ]);
    equal(code, 1);
    const lines = stdout.trimEnd().split("\n");
    match(lines[0]!, /^CHECK +STATE +ELAPSED +REASON$/);
    equal(lines.length, 1 + HEALTH_CHECKS.length);
    match(lines[1]!, /^etcd to be healthy +ok +\d+ms/);
    match(stdout, new RegExp(`^apid to be ready +failed +\\d+ms +${worker.address}: `, "m"));
    match(stdout, /^all k8s nodes to report +skipped +0ms *$/m);
    equal(
      stderr,
      'osctl: health check "apid to be ready" failed; ' +
        "check that the node is running and its address is correct\n",
    );
  });
});

Deno.test("nodes on the command line replace the discovered members", async () => {
  await withSandbox(CLUSTER, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes.map(({ address }) => address);
    const worker = sandbox.workers[0]!.address;
    const all = ["--control-plane-nodes", first!, "--init-node", second!, "--worker-nodes", worker];
    equal((await statesOf(sandbox, ...all)).get("etcd-control-planes")!.state, "ok");
    const partial = await statesOf(sandbox, "--control-plane-nodes", first!);
    match(
      partial.get("etcd-control-planes")!.reason!,
      new RegExp(`\\(${second}\\) is not a control`),
    );
    const dead = await statesOf(
      sandbox,
      ...["--control-plane-nodes", `${first},${second}`, "--worker-nodes", sandbox.dead],
    );
    match(dead.get("apid")!.reason!, new RegExp(`^${sandbox.dead}: cannot be reached`));
  });
});

Deno.test("health --server=false waits, prints changes, and stops at the time limit", async () => {
  const problems = { kubelet: "stopped" };
  const bindings = [serviceBinding(problems)];
  await withSandbox({ ...CLUSTER, bindings }, async (sandbox) => {
    const args = ["health", "--server=false", "--skip", "kubernetes"];
    const limited = startManualRun(sandbox, [...args, "--wait-timeout", "90s"]);
    const startedAt = limited.clock.now();
    await limited.until(() => limited.text().includes('service "kubelet" is in state'));
    await limited.until(limited.isOver);
    const timedOut = await limited.end();
    ok(limited.clock.now() - startedAt >= 90_000);
    equal(timedOut.code, 1);
    match(
      timedOut.stderr,
      /\nosctl: health check "kubelet to be healthy" failed after \S+: \S+: service "kubelet" is in state [^\n]*; inspect the kubelet with [^\n]*\n$/,
    );
    const waiting = startManualRun(sandbox, args);
    await waiting.until(() => waiting.text().includes('service "kubelet" is in state'));
    problems.kubelet = "";
    await waiting.until(waiting.isOver);
    const { code, stdout, stderr } = await waiting.end();
    deepEqual([code, stdout], [0, ""]);
    const kubelet = stderr.split("\n").filter((line) => line.includes("kubelet to be healthy"));
    match(
      kubelet.join("\n"),
      /^waiting for kubelet to be healthy: \.\.\.\nwaiting for kubelet to be healthy: \S+: service "kubelet" is in state [^\n]*\n(?:waiting[^\n]*\n)?waiting for kubelet to be healthy: OK \(\S+\)$/,
    );
    match(stderr, /^waiting for no diagnostics: SKIP$/m);
  });
});

Deno.test("discovery is repeated until the time limit, then the error names it", async () => {
  await withSandbox({}, async (sandbox) => {
    await setFault(sandbox, { action: "error", code: 14, node: "*", method: "*/List" });
    const { code, stderr } = await sandbox.run([
      ...["health", "--server=false", "--wait-timeout", "1s"],
    ]);
    equal(code, 1);
    match(stderr, /^waiting for cluster members: /);
    match(
      stderr,
      /\nosctl: cannot discover the nodes of the cluster: .*; set --control-plane-nodes/,
    );
  });
});

Deno.test("a terminal shows all checks in place", async () => {
  await withSandbox({}, async (sandbox) => {
    const { code, stderr } = await sandbox.run(
      ["health", "--server=false", "--skip", "kubernetes"],
      {
        terminals: ["stdout", "stderr"],
        size: { columns: 60, rows: 24 },
        env: { NO_COLOR: "1", TERM: "xterm" },
      },
    );
    equal(code, 0);
    const last = stderr.split("\x1b[J").at(-1)!.trimEnd().split("\n");
    equal(last.length, HEALTH_CHECKS.length);
    match(last[0]!, /^✓ etcd to be healthy +\d+ms$/);
    match(last.at(-1)!, /^- all k8s nodes to report schedulable +skipped$/);
  });
});

Deno.test("usage errors of health", async () => {
  await withSandbox({ controlPlanes: 2 }, async ({ run, controlPlanes }) => {
    const rejected = async (args: readonly string[], message: RegExp) => {
      const { code, stderr } = await run(["health", ...args]);
      equal(code, 2);
      match(stderr, message);
    };
    await rejected(["--once", "--server"], /--once requires --server=false/);
    await rejected(["--skip", "disk", "--server"], /--skip requires --server=false/);
    await rejected(["--skip", "disks", "--once"], /unknown check "disks".*did you mean "disk"/);
    await rejected(["--wait-timeout", "0s"], /invalid --wait-timeout: not positive/);
    await rejected(["--k8s-endpoint", "a b", "--once"], /invalid endpoint "a b"/);
    await rejected(["--worker-nodes", "w", "--once"], /invalid IP address "w" for --worker-nodes/);
    const nodes = controlPlanes.map(({ address }) => address).join(",");
    await rejected(["-n", nodes], /"osctl health" accepts one node, found 2/);
    await rejected([], /no nodes set with --nodes/);
  });
});

Deno.test("a node runs the checks with the roles of the caller", async () => {
  const problems = { kubelet: "down" };
  const bindings = [serviceBinding(problems)];
  await withSandbox({ ...CLUSTER, bindings }, async (sandbox) => {
    const [first] = sandbox.controlPlanes;
    const args = ["health", "-n", first!.address, "--wait-timeout", "1500ms"];
    const outcome = await sandbox.run(args);
    equal(outcome.code, 1);
    match(
      outcome.stderr,
      /^discovered nodes: \["127[^\]]*"\]\nwaiting for etcd to be healthy: \.\.\.\nwaiting for etcd to be healthy: OK \(\S+\)\n/,
    );
    match(outcome.stderr, /\nosctl: health check "kubelet to be healthy" failed after \S+: /);
    const json = await sandbox.run([...args, "-o", "json"]);
    const last = records(json).at(-1)!;
    deepEqual([last.node, last.check, last.state], [first!.address, "kubelet", "failed"]);

    // A reader may run the checks, but not download the kubeconfig.
    const osconfig = await sandbox.osconfigFor("os:reader");
    problems.kubelet = "";
    const reader = await sandbox.run([...args, "--osconfig", osconfig]);
    match(
      reader.stderr,
      /\nosctl: health check "all k8s nodes to report" failed after [^\n]*not authorized/,
    );

    const nodes = ["--control-plane-nodes", first!.address];
    const strict = await sandbox.run([...args, ...nodes]);
    match(strict.stderr, /health check "etcd members to be control plane nodes" failed/);
  });
});

/** Runs `health` on a node that sends these messages, call by call, then fails or ends. */
async function withScript(
  calls: readonly { messages: readonly string[]; error?: StatusError }[],
  body: (run: Sandbox["run"], requests: readonly cluster.IHealthCheckRequest[]) => Promise<void>,
): Promise<void> {
  const requests: cluster.IHealthCheckRequest[] = [];
  const binding = stream(ClusterService.HealthCheck, async function* (request) {
    const { messages, error } = calls[requests.length]!;
    requests.push(request);
    await Promise.resolve();
    for (const message of messages) yield cluster.HealthCheckProgress.create({ message });
    if (error !== undefined) throw error;
  });
  await withSandbox({ bindings: [binding] }, async ({ run, controlPlanes }) => {
    await body((args) => run([...args, "-n", controlPlanes[0]!.address]), requests);
  });
}

const timeout = new StatusError(4, "context deadline exceeded");

Deno.test("a check at which the node times out is requested again within the time limit", async () => {
  const before = ["discovered nodes: []", "waiting for etcd to be healthy: ..."];
  const passed = [
    ...before,
    "waiting for etcd to be healthy: OK",
    "waiting for no diagnostics: ...",
    "waiting for no diagnostics: SKIP",
  ];
  const coredns = "waiting for coredns to report ready:";
  await withScript([
    { messages: [...passed, `${coredns} ...`, `${coredns} no pods`], error: timeout },
    { messages: [...passed, `${coredns} ...`, `${coredns} OK`] },
  ], async (run, requests) => {
    const { code, stderr } = await run(["health", "--wait-timeout", "10m"]);
    equal(code, 0);
    equal(stderr.match(/etcd to be healthy: OK/g)!.length, 1);
    equal(stderr.match(/no diagnostics: /g)!.length, 2);
    match(
      stderr,
      /coredns to report ready: no pods\n(?:.*\n)*waiting for coredns to report ready: OK/,
    );
    equal(requests.length, 2);
    const seconds = requests.map(({ waitTimeout }) => Number(waitTimeout!.seconds));
    // The time until the first request is part of the limit.
    ok(seconds[0]! > 590 && seconds[0]! <= 600, `${seconds[0]} s`);
    ok(seconds[1]! >= 590 && seconds[1]! < 600, "the remaining time is sent");
  });
});

Deno.test("the check at which the node fails is named, also one of a newer version", async () => {
  const messages = ["waiting for new thing to work: ...", "waiting for new thing to work: is off"];
  const error = new StatusError(2, "rpc error");
  await withScript([{ messages, error }, { messages, error }], async (run) => {
    const { code, stderr } = await run(["health"]);
    equal(code, 1);
    match(stderr, /\nosctl: health check "new thing to work" failed after \S+: [^\n]*rpc error/);
    const json = records(await run(["health", "-o", "json"]));
    deepEqual(json.map(({ check, state }) => [check, state]), [["new thing to work", "failed"]]);
  });
});

Deno.test("a node that ends the checks early is an error", async () => {
  await withScript([{ messages: ["waiting for etcd to be healthy: ..."] }], async (run) => {
    const { code, stderr } = await run(["health"]);
    equal(code, 1);
    match(
      stderr,
      /health check "etcd to be healthy" failed [^\n]*: the node ended the checks early/,
    );
  });
});

Deno.test("requests contain nodes, endpoint and time limit", async () => {
  await withScript([{ messages: [] }], async (run, requests) => {
    const { code } = await run([
      ...["health", "--control-plane-nodes", "10.0.0.2", "--init-node", "10.0.0.1"],
      ...["--worker-nodes", "10.0.0.5,10.0.0.6", "--k8s-endpoint", "lb:443"],
      ...["--wait-timeout", "1m30.5s"],
    ]);
    equal(code, 0);
    const { waitTimeout, clusterInfo } = requests[0]!;
    equal(Number(waitTimeout!.seconds), 90);
    ok(Math.abs(Number(waitTimeout!.nanos) - 5e8) < 1e8);
    deepEqual(clusterInfo!.controlPlaneNodes, ["10.0.0.2", "10.0.0.1"]);
    deepEqual(clusterInfo!.workerNodes, ["10.0.0.5", "10.0.0.6"]);
    equal(clusterInfo!.forceEndpoint, "lb:443");
  });
});

Deno.test("^C ends health without an error of a check", async () => {
  const bindings = [serviceBinding({ kubelet: "stopped" })];
  await withSandbox({ bindings }, async (sandbox) => {
    for (const server of ["--server=false", "--server"]) {
      const interrupt = new AbortController();
      const args = ["health", server, "-n", sandbox.controlPlanes[0]!.address];
      const { until, text, end } = startManualRun(sandbox, args, { signal: interrupt.signal });
      await until(() => text().includes('service "kubelet" is in state'));
      interrupt.abort(new InterruptError("SIGINT"));
      const { code, stderr } = await end();
      equal(code, 130);
      ok(!stderr.includes("osctl: health check"), stderr);
    }
  });
});
