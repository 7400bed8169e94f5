/** Gates of rolling changes over a Kubernetes API in memory. */
import { deepEqual, equal, match, rejects, throws } from "node:assert/strict";
import { OsctlError } from "../../../../../lib/errors.ts";
import type { Clock } from "../../../../../lib/platform/system.ts";
import type { NodeClient } from "../../../../../lib/client/types.ts";
import { parsePreferences } from "../../../../../lib/preferences/mod.ts";
import { createGates, mergeGates } from "../../../../../lib/procedures/rolling/gates/mod.ts";
import type { GateScope, RollingNode } from "../../../../../lib/procedures/rolling/types.ts";
import type { Steadiness } from "../../../../../lib/procedures/rolling/gates/mod.ts";
import { acceleratedClock, FakeClock, wallClock } from "../../../../helpers/fake_system.ts";
import { until } from "../../../../helpers/until.ts";
import {
  apiError,
  FakeKubernetes,
  type Json,
  type Objects,
  unreachable,
} from "../fake_kubernetes.ts";

const NODE: RollingNode = { address: "10.5.0.2", name: "worker-1", role: "worker" };
const AFTER: GateScope = { node: NODE, phase: "after", changing: new Set() };
const ONCE: Steadiness = { times: 1, spanMs: 0 };

function sources(kubernetes: FakeKubernetes, checkEtcd = () => Promise.resolve()) {
  return {
    // Gates over Kubernetes call no node.
    client: undefined as unknown as NodeClient,
    clock: acceleratedClock(100),
    env: { get: () => undefined },
    signal: new AbortController().signal,
    spawn: (command: string | URL, options?: Deno.CommandOptions) =>
      new Deno.Command(command, options).spawn(),
    kubernetes: () => Promise.resolve(kubernetes.client),
    checkEtcd,
  };
}

/** Checks gates; returns the first reason why they do not hold, "" when they hold at once. */
async function reasonOf(
  names: string[],
  objects: Objects | FakeKubernetes,
  { scope = AFTER, change = () => {}, clock = acceleratedClock(100) }: {
    scope?: GateScope;
    change?: () => void;
    clock?: Clock;
  } = {},
): Promise<string> {
  const kubernetes = objects instanceof FakeKubernetes ? objects : new FakeKubernetes(objects);
  const gates = createGates({ ...sources(kubernetes), clock }, names, ONCE);
  const stop = new AbortController();
  const wait = { signal: stop.signal, report: () => {} };
  await gates.prepare(wait);
  change();
  let reason = "";
  const report = (text: string) => {
    reason = text;
    stop.abort(new OsctlError("node", text));
  };
  await gates.awaitAll(scope, { signal: stop.signal, report }).catch((error) => {
    if (!stop.signal.aborted) throw error;
  });
  return reason;
}

const node = (name: string, status = "True", reason = "KubeletReady"): Json => ({
  metadata: { name },
  status: { conditions: [{ type: "Ready", status, reason }] },
});

Deno.test("nodes-ready names the nodes that are not ready", async () => {
  equal(await reasonOf(["nodes-ready"], { nodes: [node("a"), node("b")] }), "");
  const broken = [node("a"), node("b", "Unknown", "NodeStatusUnknown"), node("c", "False", "X")];
  equal(
    await reasonOf(["nodes-ready"], { nodes: broken }),
    'gate "nodes-ready": nodes not ready: b (NodeStatusUnknown), c (X)',
  );
  const scope = { ...AFTER, changing: new Set(["b", "c"]) };
  equal(await reasonOf(["nodes-ready"], { nodes: broken }, { scope }), "");
  equal(
    await reasonOf(["nodes-ready"], { nodes: [{ metadata: { name: "a" } }] }),
    'gate "nodes-ready": node not ready: a (no condition Ready)',
  );
  equal(await reasonOf(["nodes-ready"], { nodes: [] }), 'gate "nodes-ready": no Kubernetes nodes');
});

/** A pod of a deployment; `reason` of a waiting container. */
function pod(name: string, parts: Json = {}): Json {
  const { phase = "Running", ready = "True", reason, owner, nodeName = "worker-1", ...rest } =
    parts;
  return {
    metadata: {
      name,
      namespace: "web",
      uid: `uid-${name}`,
      labels: { "pod-template-hash": "5d8" },
      ownerReferences: owner === undefined ? [] : [{ controller: true, ...owner }],
      ...rest,
    },
    spec: { nodeName },
    status: {
      phase,
      conditions: [{ type: "Ready", status: ready }],
      containerStatuses: [{ state: reason === undefined ? {} : { waiting: { reason } } }],
    },
  };
}

const SET = { kind: "ReplicaSet", name: "shop-5d8" };

Deno.test("pods compares workloads, not names of pods", async () => {
  const pods = [pod("shop-5d8-a", { owner: SET }), pod("shop-5d8-b", { owner: SET })];
  const after = async (changed: Json[], scope?: GateScope) => {
    const objects = { pods: [...pods] };
    return await reasonOf(["pods"], objects, {
      change: () => objects.pods = changed,
      ...scope === undefined ? {} : { scope },
    });
  };
  equal(await after(pods), "");
  // The replacement of an evicted pod has another name, and after a rollout another replica set.
  const moved = { kind: "ReplicaSet", name: "shop-77f" };
  const replaced = (parts: Json) => [
    pods[0],
    pod("shop-77f-c", { owner: moved, labels: { "pod-template-hash": "77f" }, ...parts }),
  ];
  equal(await after(replaced({})), "");
  equal(await after(replaced({ phase: "Pending" })), 'gate "pods": pod web/shop-77f-c is pending');
  equal(
    await after(replaced({ ready: "False", reason: "CrashLoopBackOff" })),
    'gate "pods": pod web/shop-77f-c is in CrashLoopBackOff',
  );
  equal(await after(replaced({ ready: "False" })), 'gate "pods": pod web/shop-77f-c is not ready');
  // Pods that are deleted, complete, or of nodes that restart, are no failure.
  equal(await after(replaced({ phase: "Pending", deletionTimestamp: "2024-01-01" })), "");
  equal(await after(replaced({ phase: "Succeeded" })), "");
  const changing = { ...AFTER, changing: new Set(["worker-9"]) };
  equal(await after(replaced({ ready: "False", nodeName: "worker-9" }), changing), "");
});

Deno.test("pods ignores what was broken before, and new workloads", async () => {
  const broken = pod("old", { phase: "Pending" });
  equal(await reasonOf(["pods"], { pods: [broken] }), "");
  const objects = { pods: [broken] };
  const change = () => void objects.pods.push(pod("job-1", { phase: "Pending" }));
  equal(await reasonOf(["pods"], objects, { change }), "");
});

Deno.test("pods restores the workloads of a journal", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a")] });
  const wait = { signal: new AbortController().signal, report: () => {} };
  const before = createGates(sources(kubernetes), ["pods"], ONCE);
  await before.prepare(wait);
  const saved = JSON.parse(JSON.stringify(before.save()));
  deepEqual(saved, { pods: { "web/Pod/a": 0 } });
  kubernetes.objects["pods"] = [pod("a", { phase: "Pending" })];
  const resumed = createGates(sources(kubernetes), ["pods"], ONCE);
  resumed.restore(saved);
  const stop = new AbortController();
  let reason = "";
  const report = (text: string) => {
    reason = text;
    stop.abort(new Error("enough"));
  };
  await rejects(resumed.awaitAll(AFTER, { signal: stop.signal, report }));
  equal(reason, 'gate "pods": pod web/a is pending');
  throws(() => resumed.restore({ pods: ["x"] }), /invalid state of the gate "pods"/);
});

const longhorn = (state: string, robustness: string): Objects => ({
  volumes: [
    {
      metadata: { name: "pvc-1", namespace: "longhorn-system" },
      status: { state, robustness },
    },
  ],
});

Deno.test("longhorn waits for attached volumes to be healthy", async () => {
  equal(await reasonOf(["longhorn"], longhorn("attached", "healthy")), "");
  equal(await reasonOf(["longhorn"], longhorn("detached", "unknown")), "");
  equal(
    await reasonOf(["longhorn"], longhorn("attached", "degraded")),
    'gate "longhorn": Volume longhorn-system/pvc-1: status.state is "attached", ' +
      'status.robustness is "degraded"',
  );
  match(await reasonOf(["longhorn"], longhorn("detached", "faulted")), /"faulted"/);
  match(await reasonOf(["longhorn"], longhorn("attaching", "unknown")), /"attaching"/);
  equal(await reasonOf(["longhorn"], { volumes: [] }), "");
  // A volume without a status is unknown.
  const blank = { volumes: [{ metadata: { name: "v", namespace: "x" } }] };
  equal(
    await reasonOf(["longhorn"], blank),
    'gate "longhorn": Volume x/v: no status.state, no status.robustness',
  );
});

const ceph = (health: string, details: Json = {}, lastChecked = "1"): Json => ({
  metadata: { name: "rook-ceph", namespace: "rook-ceph", uid: "u" },
  status: { phase: "Ready", ceph: { health, details, lastChecked } },
});

Deno.test("rook-ceph accepts HEALTH_OK and noout, from a status after the change", async () => {
  const fresh = async (health: string, details: Json = {}) => {
    const kubernetes = new FakeKubernetes({ cephclusters: [ceph(health, details)] });
    let lists = 0;
    kubernetes.fail = (request) => {
      if (request !== "list cephclusters" || ++lists !== 3) return;
      kubernetes.objects["cephclusters"] = [ceph(health, details, "2")];
    };
    const reasons: string[] = [];
    const gates = createGates(sources(kubernetes), ["rook-ceph"], ONCE);
    const stop = new AbortController();
    await gates.prepare({ signal: stop.signal, report: () => {} });
    const report = (text: string) => {
      reasons.push(text);
      if (reasons.length === 3) stop.abort(new OsctlError("node", text));
    };
    await gates.awaitAll(AFTER, { signal: stop.signal, report }).catch(() => {});
    return reasons;
  };
  const stale = 'gate "rook-ceph": CephCluster rook-ceph/rook-ceph: waiting for a new status: ' +
    'status.ceph.lastChecked is "1"';
  deepEqual(await fresh("HEALTH_OK"), [stale]);
  const noout = { OSDMAP_FLAGS: { severity: "HEALTH_WARN", message: "noout flag(s) set" } };
  deepEqual(await fresh("HEALTH_WARN", noout), [stale]);
  const degraded = { ...noout, PG_DEGRADED: { message: "Degraded data redundancy" } };
  equal((await fresh("HEALTH_WARN", degraded)).length, 3);
  const flags = { OSDMAP_FLAGS: { message: "noout,norebalance flag(s) set" } };
  equal((await fresh("HEALTH_WARN", flags)).length, 3);
  match(
    (await fresh("HEALTH_WARN", degraded))[0]!,
    /status\.ceph\.details is \{OSDMAP_FLAGS, PG_DEGRADED\}$/,
  );
  match((await fresh("HEALTH_ERR"))[0]!, /status\.ceph\.health is "HEALTH_ERR"/);
});

Deno.test("cnpg waits for all instances, unless the cluster is hibernated", async () => {
  const cluster = (status: Json, annotations: Json = undefined): Objects => ({
    clusters: [{
      metadata: { name: "db", namespace: "app", annotations },
      spec: { instances: 3 },
      status,
    }],
  });
  const phase = "Cluster in healthy state";
  equal(await reasonOf(["cnpg"], cluster({ readyInstances: 3, phase })), "");
  match(
    await reasonOf(["cnpg"], cluster({ readyInstances: 2, phase })),
    /status\.readyInstances is 2, spec\.instances is 3/,
  );
  match(
    await reasonOf(["cnpg"], cluster({ readyInstances: 3, phase: "Failing over" })),
    /status\.phase is "Failing over"/,
  );
  // The field is absent at 0.
  match(await reasonOf(["cnpg"], cluster({ phase })), /no status\.readyInstances/);
  equal(await reasonOf(["cnpg"], cluster({}, { "cnpg.io/hibernation": "on" })), "");
});

Deno.test("an expression reads any object, and the node of the change", async () => {
  const objects: Objects = {
    deployments: [{
      metadata: { name: "shop", namespace: "web" },
      spec: { replicas: 2 },
      status: { readyReplicas: 1 },
    }],
    configmaps: [{ metadata: { name: "m", namespace: "web" }, data: { "worker-1": "ok" } }],
  };
  equal(
    await reasonOf(["cel:apps/v1/Deployment/web:status.readyReplicas == spec.replicas"], objects),
    'gate "cel:apps/v1/Deployment/web:status.readyReplicas == spec.replicas": Deployment web/shop: ' +
      "status.readyReplicas is 1, spec.replicas is 2",
  );
  equal(await reasonOf(['cel:v1/ConfigMap:data[node.name] == "ok"'], objects), "");
  equal(await reasonOf(['cel:v1/ConfigMap:self.data["worker-1"] == "ok"'], objects), "");
  match(
    await reasonOf(["cel:apps/v1/Deployment/wbe:true"], objects),
    /no Deployment in namespace "wbe"$/,
  );
});

Deno.test("the contents of secrets are no part of a reason", async () => {
  const secrets = [{
    metadata: { name: "s", namespace: "web" },
    data: { password: "aHVudGVyMg==" },
  }];
  equal(
    await reasonOf(['cel:v1/Secret:data.password == ""'], { secrets }),
    'gate "cel:v1/Secret:data.password == """: Secret web/s: the expression is false',
  );
});

Deno.test("an invalid gate is refused before anything is read, with the position", () => {
  const cases: [name: string, message: string][] = [
    ["podz", 'unknown gate "podz"'],
    ["cel:Node:true", 'invalid gate "cel:Node:true": invalid kind "Node"'],
    ["cel:v1/Node", 'invalid gate "cel:v1/Node": no expression'],
    ["cel:v1/Pod/a/b:true", 'invalid gate "cel:v1/Pod/a/b:true": invalid kind "v1/Pod/a/b"'],
    [
      "cel:v1/Node:status.x ==",
      'invalid gate "cel:v1/Node:status.x ==": character 22: unexpected "=="',
    ],
    [
      "cel:v1/Node:true && stat.x == 1",
      'invalid gate "cel:v1/Node:true && stat.x == 1": character 21: unknown name "stat"',
    ],
    [
      "cel:v1/Node:siez(spec) > 1",
      'invalid gate "cel:v1/Node:siez(spec) > 1": character 13: unknown function "siez"',
    ],
    ["command:", 'invalid gate "command:": no program'],
    ["command:a 'b", 'invalid gate "command:a \'b": character 11: unclosed quote'],
  ];
  const kubernetes = new FakeKubernetes({});
  for (const [name, message] of cases) {
    throws(() => createGates(sources(kubernetes), [name]), (error) => {
      equal((error as OsctlError).message, message);
      equal((error as OsctlError).kind, "usage");
      return true;
    });
  }
  deepEqual(kubernetes.requests, []);
});

Deno.test("the gates of preferences apply to all contexts or one, and to the command line", () => {
  const text = [
    "gates: [pods, nodes-ready]",
    "contexts:",
    "  db:",
    "    gates:",
    "      - longhorn",
    "      - 'cel:v1/Node:metadata.name != \"a: b\"'",
    "  one: {gates: cnpg}",
  ].join("\n");
  const { preferences } = parsePreferences(text, "preferences.yaml");
  deepEqual(mergeGates(preferences, "db", ["health", "pods"]), [
    "pods",
    "nodes-ready",
    "longhorn",
    'cel:v1/Node:metadata.name != "a: b"',
    "health",
  ]);
  deepEqual(mergeGates(preferences, "one", []), ["pods", "nodes-ready", "cnpg"]);
  deepEqual(mergeGates(preferences, "other", []), ["pods", "nodes-ready"]);
  throws(() => parsePreferences("gates: {a: b}", "p.yaml"), /p\.yaml:1:8: "gates" is not a text/);
});

Deno.test("prepare refuses what can never hold", async () => {
  await rejects(
    reasonOf(["longhorn"], {}),
    /gate "longhorn" cannot be checked: the server does not/,
  );
  await rejects(
    reasonOf(["cel:v1/Node:metadata.name"], { nodes: [node("a")] }),
    /the result is not true or false/,
  );
  const denied = new FakeKubernetes({ nodes: [], pods: [] });
  denied.fail = () => {
    throw apiError(403, "pods is forbidden");
  };
  await rejects(reasonOf(["pods"], denied), /pods is forbidden/);
  await rejects(reasonOf(["nodes-ready"], denied), /pods is forbidden/);
});

Deno.test("prepare repeats while the API is unreachable", async () => {
  const kubernetes = new FakeKubernetes({ pods: [] });
  let failures = 3;
  kubernetes.fail = () => {
    if (failures-- > 0) throw failures === 1 ? apiError(503, "apiserver not ready") : unreachable();
  };
  equal(await reasonOf(["pods"], kubernetes), "");
});

Deno.test("an unreachable API is a gate that does not hold", async () => {
  const kubernetes = new FakeKubernetes({ nodes: [node("a")] });
  kubernetes.fail = () => {
    throw unreachable();
  };
  equal(
    await reasonOf(["nodes-ready"], kubernetes),
    'gate "nodes-ready": cannot connect to 10.0.0.1:6443: connection refused',
  );
});

Deno.test("a gate that flaps holds only after as many checks in a row", async () => {
  // Holds at the checks 1, 2, 4, 6, 7, 8.
  const results = [true, true, false, true, false, true, true, true];
  let checks = 0;
  const etcd = () =>
    results[checks++] ? Promise.resolve() : Promise.reject(new OsctlError("node", "no leader"));
  const gates = createGates(sources(new FakeKubernetes({}), etcd), ["etcd", "etcd"], {
    times: 3,
    spanMs: 2000,
  });
  deepEqual(gates.names, ["etcd"]);
  const reports: string[] = [];
  const { signal } = new AbortController();
  await gates.awaitAll(AFTER, { signal, report: (text) => reports.push(text) });
  equal(checks, 8);
  equal(reports.at(-1), 'gates hold 2 of 3 times in a row; before: gate "etcd": no leader');
});

Deno.test("gates that held a moment ago are checked once before the next node", async () => {
  let checks = 0;
  const failing = new Set<number>();
  const etcd = () =>
    failing.has(++checks)
      ? Promise.reject(new OsctlError("node", "a member is down"))
      : Promise.resolve();
  const clock = new FakeClock();
  const gates = createGates({ ...sources(new FakeKubernetes({}), etcd), clock }, ["etcd"], {
    times: 3,
    spanMs: 0,
  });
  const wait = { signal: new AbortController().signal, report: () => {} };
  const awaitAll = async (phase: GateScope["phase"]) => {
    let isOver = false;
    const waiting = gates.awaitAll({ ...AFTER, phase }, wait).finally(() => isOver = true);
    for (let rounds = 0; !isOver && rounds < 1000; rounds++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (!isOver && clock.waiting > 0) await clock.advance(100);
    }
    await waiting;
    return checks;
  };
  equal(await awaitAll("before"), 3);
  equal(await awaitAll("after"), 6);
  equal(await awaitAll("before"), 7);
  await clock.advance(40_000);
  equal(await awaitAll("before"), 10);
  // After a failure, one check no longer suffices.
  failing.add(11).add(12);
  equal(await awaitAll("before"), 15);
});

Deno.test("a check without a result counts as one that fails", async () => {
  let checks = 0;
  const etcd = () => ++checks === 1 ? new Promise<void>(() => {}) : Promise.resolve();
  const gates = createGates(
    { ...sources(new FakeKubernetes({}), etcd), clock: acceleratedClock(1000) },
    ["etcd"],
    ONCE,
  );
  const reports: string[] = [];
  const { signal } = new AbortController();
  await gates.awaitAll(AFTER, { signal, report: (text) => reports.push(text) });
  deepEqual(reports, ['gate "etcd": no result within 1m30s']);
});

Deno.test("a command gate passes the node in the environment and reports the last line", async () => {
  // A fast clock would not leave the time to read the output.
  const clock = wallClock;
  const script = (text: string) => `command:sh -c "${text}"`;
  equal(
    await reasonOf(
      [script("test $OSCTL_NODE/$OSCTL_NODE_NAME/$OSCTL_NODE_ROLE = 10.5.0.2/worker-1/worker")],
      {},
      { clock },
    ),
    "",
  );
  equal(
    await reasonOf([script("echo one; echo two >&2; exit 3")], {}, { clock }),
    `gate "${script("echo one; echo two >&2; exit 3")}": two (exit status 3)`,
  );
  match(await reasonOf([script("kill -9 \\$\\$")], {}, { clock }), /exit|killed/);
  match(
    await reasonOf(["command:/does/not/exist"], {}, { clock }),
    /cannot run "\/does\/not\/exist": program not found$/,
  );
  // A child that keeps the pipe open does not delay the result.
  match(await reasonOf([script("sleep 60 & exit 1")], {}, { clock }), /exit status 1$/);
});

Deno.test("a command gate kills a program that does not end", async () => {
  const file = await Deno.makeTempFile();
  const clock = new FakeClock();
  const gates = createGates(
    { ...sources(new FakeKubernetes({})), clock },
    [`command:sh -c "echo $$ > ${file}; exec sleep 300"`],
    ONCE,
  );
  const stop = new AbortController();
  let reason = "";
  const report = (text: string) => {
    reason = text;
    stop.abort(new Error("enough"));
  };
  const waiting = rejects(gates.awaitAll(AFTER, { signal: stop.signal, report }));
  const pid = await until(
    async () => (await Deno.readTextFile(file)).trim(),
    (text) => text !== "",
  );
  await clock.advance(60_000);
  await waiting;
  match(reason, /"sh" did not exit within 1m0s$/);
  // The process is gone, or a zombie until this one reaps it.
  await until(
    () => Deno.readTextFile(`/proc/${pid}/status`).catch(() => "State:\tX"),
    (status) => /State:\t[XZ]/.test(status),
  );
  await Deno.remove(file);
});
