/** Cordon, drain, volumes and readiness of nodes. */
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { openClientWith } from "../../../../lib/client/mod.ts";
import { connectCluster } from "../../../../lib/kubernetes/download/connect_cluster.ts";
import type { UnreadyServer } from "../../../../lib/procedures/rolling/kubernetes_servers.ts";
import { createWorkload, findNodeProblem } from "../../../../lib/procedures/rolling/workload.ts";
import type { RollingNode } from "../../../../lib/procedures/rolling/types.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { withSandbox } from "../../../helpers/sandbox.ts";
import { apiError, FakeKubernetes, type Json, unreachable } from "./fake_kubernetes.ts";

const { signal } = new AbortController();
const NODE: RollingNode = { address: "10.5.0.2", name: "worker-1", role: "worker" };

function workloadOf(kubernetes: FakeKubernetes) {
  return createWorkload({
    clock: acceleratedClock(500),
    // The resources of the node are tested with a sandbox.
    client: undefined as unknown as NodeClient,
    callMs: 1000,
    kubernetes: () => {
      try {
        kubernetes.fail("connect");
      } catch (error) {
        return Promise.reject(error);
      }
      return Promise.resolve(kubernetes.client);
    },
    findUnready: () => Promise.resolve(undefined),
  });
}

/** Collects the reasons of a wait; `change` runs at each. */
function collect(change: (count: number) => void = () => {}) {
  const reasons: string[] = [];
  const report = (text: string) => {
    reasons.push(text);
    change(reasons.length);
  };
  return { reasons, wait: { signal, report } };
}

const node = (spec: Json = {}, ready = "True"): Json => ({
  metadata: { name: "worker-1" },
  spec,
  status: { conditions: [{ type: "Ready", status: ready }] },
});

Deno.test("the state of a cordon is read, changed and undone", async () => {
  const kubernetes = new FakeKubernetes({ nodes: [node()] });
  const workload = workloadOf(kubernetes);
  const { wait } = collect();
  equal(await workload.cordonState(NODE, wait), "schedulable");
  await workload.cordon(NODE, wait);
  await workload.cordon(NODE, wait);
  equal(await workload.cordonState(NODE, wait), "cordoned");
  await workload.uncordon(NODE, wait);
  deepEqual(kubernetes.objects["nodes"]![0].spec, {});
  equal(await workload.cordonState({ ...NODE, name: "gone" }, wait), "absent");
  await workload.uncordon({ ...NODE, name: "gone" }, wait);
});

Deno.test("an API server that goes away in the middle is awaited", async () => {
  const kubernetes = new FakeKubernetes({ nodes: [node()] });
  const failures = [unreachable(), apiError(503, "not ready"), apiError(409, "conflict")];
  kubernetes.fail = () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  const { reasons, wait } = collect();
  await workloadOf(kubernetes).cordon(NODE, wait);
  equal(reasons.length, 3);
  match(reasons[0]!, /^Kubernetes is unreachable: cannot connect/);
  kubernetes.fail = (request) => {
    if (request.startsWith("patch")) throw apiError(403, "nodes is forbidden");
  };
  await workloadOf(kubernetes).uncordon(NODE, wait).then(
    () => {
      throw new Error("not refused");
    },
    (error) => match(error.message, /forbidden/),
  );
});

const pod = (name: string, volumes: Json[], owner?: Json): Json => ({
  metadata: {
    name,
    namespace: "db",
    uid: `uid-${name}`,
    ownerReferences: owner === undefined ? [] : [{ controller: true, ...owner }],
  },
  spec: { nodeName: "worker-1", volumes },
});

const attachment = (name: string, volume: string, nodeName = "worker-1"): Json => ({
  metadata: { name },
  spec: { nodeName, source: { persistentVolumeName: volume } },
});

Deno.test("volumes are awaited, except volumes of pods that a drain leaves", async () => {
  const kubernetes = new FakeKubernetes({
    pods: [
      pod("log-agent", [{ name: "d", persistentVolumeClaim: { claimName: "agent" } }], {
        kind: "DaemonSet",
        name: "log-agent",
        uid: "1",
      }),
      pod("scratch", [{ name: "tmp", ephemeral: {} }], {
        kind: "DaemonSet",
        name: "log-agent",
        uid: "1",
      }),
    ],
    daemonsets: [{ metadata: { name: "log-agent", namespace: "db", uid: "1" } }],
    persistentvolumes: [
      { metadata: { name: "pv-agent" }, spec: { claimRef: { namespace: "db", name: "agent" } } },
      {
        metadata: { name: "pv-tmp" },
        spec: { claimRef: { namespace: "db", name: "scratch-tmp" } },
      },
      { metadata: { name: "pv-data" }, spec: { claimRef: { namespace: "db", name: "data" } } },
    ],
    volumeattachments: [
      attachment("a", "pv-agent"),
      attachment("b", "pv-data"),
      attachment("c", "pv-more"),
      attachment("d", "pv-other", "worker-2"),
      attachment("e", "pv-tmp"),
    ],
  });
  const { reasons, wait } = collect(() => {
    const [gone] = kubernetes.objects["volumeattachments"]!.filter(({ metadata }) =>
      metadata.name === "b" || metadata.name === "c"
    );
    kubernetes.remove("volumeattachments", gone);
  });
  await workloadOf(kubernetes).awaitDetached(NODE, wait);
  deepEqual(reasons, [
    'volume "pv-data" is attached (and 1 more)',
    'volume "pv-more" is attached',
  ]);
  // A cluster without the API has no attachments.
  await workloadOf(new FakeKubernetes({ pods: [] })).awaitDetached(NODE, wait);
});

Deno.test("a drain reports the blocking pod and budget with the reason of the wait", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a", []), pod("b", [])] });
  const message = "The disruption budget shop needs 2 healthy pods and has 2 currently";
  let refusals = 2;
  kubernetes.evict = (one) => {
    if (one.metadata.name === "a" && refusals-- > 0) {
      throw apiError(429, "Cannot evict pod", {
        causes: [{ reason: "DisruptionBudget", message }],
      });
    }
    kubernetes.remove("pods", one);
  };
  const { reasons, wait } = collect();
  await workloadOf(kubernetes).drain(NODE, wait);
  equal(reasons[0], "evicting 2 pods");
  equal(reasons.some((text) => text === `pod db/a: ${message}`), true, reasons.join("\n"));
});

Deno.test("the node of an expired lock is healthy when it is ready and schedulable", async () => {
  const problem = (objects: Json[], name = "worker-1") => {
    const { client } = new FakeKubernetes({ nodes: objects });
    return findNodeProblem(() => Promise.resolve(client), name, signal);
  };
  equal(await problem([node()]), undefined);
  equal(await problem([node({ unschedulable: true })]), "it is cordoned");
  match((await problem([node({}, "Unknown")]))!, /^it is not ready: /);
  equal(await problem([], "x"), "it is not a Kubernetes node");
  match(
    (await findNodeProblem(() => Promise.reject(unreachable()), "x", signal))!,
    /^unknown: cannot connect/,
  );
});

Deno.test("a node is ready with the boot ID of its kubelet and its static pods", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const health = await sandbox.run(["health", "--server=false", "--wait-timeout", "60s"]);
    equal(health.code, 0, health.stderr);
    const system = { ...fakeSystem({ clock: wallClock }), signal };
    const tls = await sandbox.cluster.issue("os:admin");
    await using client = openClientWith(system, {
      endpoints: sandbox.controlPlanes.map(({ address, port }) => `${address}:${port}`),
      nodes: sandbox.nodes.map(({ address }) => address),
      tls,
    });
    using kubernetes = await connectCluster(system, client, signal);
    let unready: UnreadyServer | undefined;
    const workload = createWorkload({
      clock: wallClock,
      client,
      callMs: 10_000,
      kubernetes: () => Promise.resolve(kubernetes),
      findUnready: ({ port }) => {
        equal(port, 6443);
        return Promise.resolve(unready);
      },
    });
    const [facts] = sandbox.controlPlanes;
    const controlPlane: RollingNode = { ...facts!, role: "controlplane" };
    const { wait } = collect();
    await workload.awaitReady(controlPlane, undefined, wait);
    await workload.awaitReady({ ...sandbox.workers[0]!, role: "worker" }, undefined, wait);
    const stop = new AbortController();
    const report = (text: string) => stop.abort(new Error(text));
    await rejects(
      workload.awaitReady(controlPlane, "another boot", { signal: stop.signal, report }),
      /the kubelet has not reported its status since the restart/,
    );
    // The second witness: the API server of the node itself, unless a firewall hides it.
    unready = { reason: "connection refused", isSilent: true };
    await workload.awaitReady(controlPlane, undefined, wait);
    unready = { reason: "connection refused", isSilent: false };
    const refused = new AbortController();
    await rejects(
      workload.awaitReady(controlPlane, undefined, {
        signal: refused.signal,
        report: (text: string) => refused.abort(new Error(text)),
      }),
      /its API server is not ready: connection refused/,
    );
  });
});
