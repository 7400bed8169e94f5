/** Health checks of Kubernetes on synthetic objects: each one is turned red and green. */
import assert from "node:assert/strict";
import {
  checkControlPlane,
  checkCoreDns,
  checkKubeProxy,
  checkNodesReady,
  checkNodesReport,
  checkNodesSchedulable,
} from "../../../../lib/procedures/health/kubernetes_checks.ts";
import type {
  ClusterNode,
  HealthTarget,
  KubernetesReader,
} from "../../../../lib/procedures/health/types.ts";
import { OsctlError } from "../../../../lib/errors.ts";

// deno-lint-ignore no-explicit-any -- objects with the fields that the checks read
type Objects = Record<string, any[]>;

const { signal } = new AbortController();
const node = (address: string): ClusterNode => ({ address, addresses: [address] });

/** A healthy cluster of one control plane node and one worker. */
function healthy(): Objects {
  const ready = { type: "Ready", status: "True" };
  const kubeNode = (name: string, address: string, labels = {}) => ({
    metadata: { name, labels },
    spec: {},
    status: {
      conditions: [ready],
      addresses: [{ type: "Hostname", address: name }, { type: "InternalIP", address }],
    },
  });
  const pod = (name: string, app: string) => ({
    metadata: { name, labels: { "k8s-app": app } },
    status: { phase: "Running", conditions: [ready], containerStatuses: [{ state: {} }] },
  });
  const set = (app: string, status: object) => ({
    metadata: { labels: { "k8s-app": app } },
    status,
  });
  return {
    nodes: [
      kubeNode("cp-1", "10.0.0.2", { "node-role.kubernetes.io/control-plane": "" }),
      kubeNode("w-1", "10.0.0.3"),
    ],
    pods: [
      pod("kube-apiserver-cp-1", "kube-apiserver"),
      pod("kube-controller-manager-cp-1", "kube-controller-manager"),
      pod("kube-scheduler-cp-1", "kube-scheduler"),
      pod("kube-proxy-a", "kube-proxy"),
      pod("kube-proxy-b", "kube-proxy"),
      pod("coredns-a", "kube-dns"),
      pod("coredns-b", "kube-dns"),
    ],
    daemonsets: [set("kube-proxy", { desiredNumberScheduled: 2 })],
    replicasets: [set("kube-dns", { replicas: 2 }), set("kube-dns", { replicas: 0 })],
  };
}

function targetOf(objects: Objects): HealthTarget {
  const kubernetes: KubernetesReader = {
    list(type, { namespace, labelSelector }) {
      assert.equal(namespace, type.isNamespaced ? "kube-system" : undefined);
      const [key, value] = labelSelector?.split("=") ?? [];
      const found = objects[type.plural]!.filter(({ metadata }) =>
        key === undefined || metadata.labels[key] === value
      );
      return Promise.resolve(found);
    },
  };
  const cluster = { controlPlanes: [node("10.0.0.2")], workers: [node("10.0.0.3")] };
  return { kubernetes, cluster } as unknown as HealthTarget;
}

type Check = (target: HealthTarget, signal: AbortSignal) => Promise<"ok" | "skipped">;

async function isRed(check: Check, change: (objects: Objects) => void, reason: string) {
  const objects = healthy();
  change(objects);
  await assert.rejects(check(targetOf(objects), signal), (error) => {
    assert.ok(error instanceof OsctlError);
    assert.equal(error.message, reason);
    return true;
  });
}

const CHECKS: readonly Check[] = [
  checkNodesReport,
  checkControlPlane,
  checkNodesReady,
  checkKubeProxy,
  checkCoreDns,
  checkNodesSchedulable,
];

const unready = { conditions: [{ type: "Ready", status: "False" }] };

Deno.test("all checks of a healthy cluster pass", async () => {
  for (const check of CHECKS) assert.equal(await check(targetOf(healthy()), signal), "ok");
});

Deno.test("missing and unexpected nodes are named by their addresses", async () => {
  await isRed(checkNodesReport, ({ nodes }) => nodes!.pop(), "missing in Kubernetes: 10.0.0.3");
  await isRed(
    checkNodesReport,
    ({ nodes }) => nodes![1].status.addresses = [{ type: "InternalIP", address: "10.0.0.9" }],
    "missing in Kubernetes: 10.0.0.3; unexpected in Kubernetes: 10.0.0.9",
  );
  await isRed(
    checkNodesReport,
    ({ nodes }) => nodes![1].status.addresses = [],
    'Kubernetes node "w-1" has no address',
  );
});

Deno.test("IPv6 addresses match in any spelling, and external addresses count", async () => {
  const objects = healthy();
  objects["nodes"]![0].status.addresses = [{ type: "InternalIP", address: "fd00:0:0::2" }];
  objects["nodes"]![1].status.addresses.push({ type: "ExternalIP", address: "fd00::3" });
  objects["nodes"]![1].status.addresses[1].address = "192.168.0.3";
  const cluster = { controlPlanes: [node("fd00::2")], workers: [node("fd00:0::3")] };
  assert.equal(await checkNodesReport({ ...targetOf(objects), cluster }, signal), "ok");
});

Deno.test("missing and unready control plane pods are reported", async () => {
  await isRed(
    checkControlPlane,
    ({ pods }) => pods!.shift(),
    "expected 1 pods of kube-apiserver, got 0",
  );
  await isRed(
    checkControlPlane,
    ({ pods }) => Object.assign(pods![2].status, unready),
    "pods not ready: kube-scheduler-cp-1",
  );
  await isRed(
    checkControlPlane,
    ({ nodes }) => nodes![0].metadata.labels = {},
    "missing in Kubernetes: 10.0.0.2",
  );
});

Deno.test("unready and cordoned nodes are named", async () => {
  await isRed(
    checkNodesReady,
    ({ nodes }) => nodes!.forEach(({ status }) => Object.assign(status, unready)),
    "nodes not ready: cp-1, w-1",
  );
  await isRed(
    checkNodesSchedulable,
    ({ nodes }) => nodes!.forEach(({ spec }) => spec.unschedulable = true),
    "nodes not schedulable: cp-1, w-1",
  );
});

Deno.test("kube-proxy and CoreDNS must have all their pods ready", async () => {
  await isRed(
    checkKubeProxy,
    ({ pods }) => Object.assign(pods![3].status, unready),
    "pods not ready: kube-proxy-a",
  );
  await isRed(checkCoreDns, ({ pods }) => pods!.pop(), "expected 2 ready pods, got 1");
  const scaledToZero = ({ pods, replicasets }: Objects) => {
    pods!.splice(-2);
    replicasets![0].status.replicas = 0;
  };
  await isRed(checkCoreDns, scaledToZero, "no running pods with label k8s-app=kube-dns");
});

Deno.test("deleted, failed and completed pods do not count", async () => {
  const objects = healthy();
  const coredns = objects["pods"]!.at(-1);
  const over = [
    {
      metadata: { ...coredns.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" },
      status: unready,
    },
    { metadata: coredns.metadata, status: { ...unready, phase: "Failed" } },
    {
      metadata: coredns.metadata,
      status: { ...unready, containerStatuses: [{ state: { terminated: {} } }] },
    },
  ];
  objects["pods"]!.push(...over);
  assert.equal(await checkCoreDns(targetOf(objects), signal), "ok");
});

Deno.test("kube-proxy and CoreDNS are skipped in a cluster without them", async () => {
  const objects = { ...healthy(), daemonsets: [], replicasets: [] };
  assert.equal(await checkKubeProxy(targetOf(objects), signal), "skipped");
  assert.equal(await checkCoreDns(targetOf(objects), signal), "skipped");
});
