/** Evictions with odd and hostile answers; semantics of `kubectl drain` (`pkg/drain/drain.go`). */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { OsctlError } from "../../../../lib/errors.ts";
import { describePending, evictPods } from "../../../../lib/procedures/drain/evict_pods.ts";
import { acceleratedClock } from "../../../helpers/fake_system.ts";
import { apiError, FakeKubernetes, type Json, unreachable } from "../rolling/fake_kubernetes.ts";

const pod = (name: string, parts: Json = {}): Json => {
  const { owner, node = "worker-1", phase = "Running", ...metadata } = parts;
  return {
    metadata: {
      name,
      namespace: "web",
      uid: `uid-${name}`,
      ...owner === undefined ? {} : { ownerReferences: [{ controller: true, ...owner }] },
      ...metadata,
    },
    spec: { nodeName: node },
    status: { phase },
  };
};

/** A response to an eviction that violates a budget, as kube-apiserver v1.34 sends it. */
const blocked = () =>
  apiError(429, "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{
      reason: "DisruptionBudget",
      message: "The disruption budget shop needs 2 healthy pods and has 2 currently",
    }],
  });

interface Drained {
  readonly reports: string[];
  readonly pending: string[];
}

async function drain(
  kubernetes: FakeKubernetes,
  signal = new AbortController().signal,
): Promise<Drained> {
  const reports: string[] = [];
  const pending: string[] = [];
  await evictPods(kubernetes.client, "worker-1", {
    clock: acceleratedClock(500),
    signal,
    report: (text) => reports.push(text),
    onPending: (left) => pending.push(describePending(left)),
  });
  return { reports, pending };
}

const evictions = ({ requests }: FakeKubernetes) =>
  requests.filter((request) => request.startsWith("evict"));

Deno.test("a drain evicts the pods of one node, without daemon and mirror pods", async () => {
  const kubernetes = new FakeKubernetes({
    pods: [
      pod("a"),
      pod("elsewhere", { node: "worker-2" }),
      pod("daemon", { owner: { kind: "DaemonSet", name: "ds", uid: "1" } }),
      pod("orphan", { owner: { kind: "DaemonSet", name: "gone", uid: "2" } }),
      pod("older", { owner: { kind: "DaemonSet", name: "ds", uid: "0" } }),
      pod("done", { owner: { kind: "DaemonSet", name: "ds", uid: "1" }, phase: "Succeeded" }),
      pod("static", { annotations: { "kubernetes.io/config.mirror": "x" } }),
    ],
    daemonsets: [{ metadata: { name: "ds", namespace: "web", uid: "1" } }],
  });
  await drain(kubernetes);
  deepEqual(evictions(kubernetes).toSorted(), [
    "evict web/a",
    "evict web/done",
    "evict web/older",
    "evict web/orphan",
  ]);
});

Deno.test("a blocking budget is named with its pod, and the eviction repeated", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a"), pod("b")] });
  let refusals = 3;
  kubernetes.evict = (one) => {
    if (one.metadata.name === "a" && refusals-- > 0) throw blocked();
    kubernetes.remove("pods", one);
  };
  const { reports, pending } = await drain(kubernetes);
  const reason = "pod web/a: The disruption budget shop needs 2 healthy pods and has 2 currently";
  equal(reports.filter((text) => text === reason).length, 1);
  ok(pending.includes(`${reason} (and 1 other pod)`) && pending.includes(reason));
  equal(evictions(kubernetes).length, 5);
  deepEqual(reports.at(-1), "evicted pod web/a, 0 left");
});

Deno.test("404 is done; 409, 500, 503 and lost connections are repeated", async () => {
  const answers = [
    apiError(409, "please apply your changes to the latest version"),
    apiError(500, "etcdserver: leader changed"),
    apiError(503, "apiserver not ready"),
    apiError(504, "request timed out"),
    unreachable(),
  ];
  const kubernetes = new FakeKubernetes({ pods: [pod("a"), pod("b")] });
  kubernetes.evict = (one) => {
    if (one.metadata.name === "b") {
      kubernetes.remove("pods", one);
      throw apiError(404, 'pods "b" not found');
    }
    const answer = answers.shift();
    if (answer !== undefined) throw answer;
    kubernetes.remove("pods", one);
  };
  await drain(kubernetes);
  equal(evictions(kubernetes).length, 7);
});

Deno.test("lists that fail are repeated too", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a")] });
  let failures = 6;
  kubernetes.fail = (request) => {
    if (request === "list pods" && failures-- > 0 && failures % 2 === 0) throw unreachable();
  };
  await drain(kubernetes);
  equal(kubernetes.objects["pods"]!.length, 0);
});

Deno.test("a terminating namespace is awaited, another 403 is final", async () => {
  const ending = (causes: Json[]) => {
    const kubernetes = new FakeKubernetes({ pods: [pod("a")] });
    let refusals = 2;
    kubernetes.evict = (one) => {
      if (refusals-- > 0) throw apiError(403, "namespace is being terminated", { causes });
      kubernetes.remove("pods", one);
    };
    return kubernetes;
  };
  await drain(ending([{ reason: "NamespaceTerminating" }]));
  await rejects(drain(ending([])), /^OsctlError: pod web\/a not evicted: namespace is being/);
});

Deno.test("several budgets for one pod are final, with a hint", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a"), pod("b")] });
  kubernetes.evict = () => {
    throw apiError(
      500,
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  };
  await rejects(drain(kubernetes), (error: OsctlError) => {
    match(error.message, /^pod web\/[ab] not evicted: This pod has more than one/);
    match(error.hint!, /leave one disruption budget/);
    return true;
  });
});

Deno.test("a pod of the same name on another node is neither awaited nor evicted", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("db-0")] });
  let attempts = 0;
  kubernetes.fail = (request) => {
    if (!request.startsWith("evict")) return;
    // Its controller replaces the pod between two attempts.
    attempts++;
    kubernetes.objects["pods"] = [pod("db-0", { uid: "uid-new", node: "worker-2" })];
    // kube-apiserver checks the budget before the UID.
    throw blocked();
  };
  await drain(kubernetes);
  deepEqual(kubernetes.objects["pods"]!.map(({ metadata }) => metadata.uid), ["uid-new"]);
  equal(attempts, 1);
});

Deno.test("pods are awaited until they are deleted", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("slow")] });
  let lists = 0;
  kubernetes.evict = (one) => one.metadata.deletionTimestamp = "2024-01-01T00:00:00Z";
  kubernetes.fail = (request) => {
    if (request === "list pods" && ++lists === 5) kubernetes.objects["pods"] = [];
  };
  const { pending } = await drain(kubernetes);
  ok(lists >= 5);
  ok(pending.includes("pod web/slow: still terminating"));
});

Deno.test("a pod that is bound after the list is evicted as well", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a")] });
  kubernetes.evict = (one) => {
    kubernetes.remove("pods", one);
    if (one.metadata.name === "a") kubernetes.objects["pods"]!.push(pod("late"));
  };
  await drain(kubernetes);
  deepEqual(evictions(kubernetes), ["evict web/a", "evict web/late"]);
});

Deno.test("a controller that ignores the cordon does not keep the drain going", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("p0")] });
  let count = 0;
  kubernetes.evict = (one) => {
    kubernetes.remove("pods", one);
    kubernetes.objects["pods"]!.push(pod(`p${++count}`));
  };
  await drain(kubernetes);
  equal(count, 3);
});

Deno.test("an interruption ends the drain at once", async () => {
  const kubernetes = new FakeKubernetes({ pods: [pod("a")] });
  const stop = new AbortController();
  kubernetes.evict = () => {
    stop.abort(new Error("interrupted"));
    throw blocked();
  };
  await rejects(drain(kubernetes, stop.signal), /interrupted/);
});
