/**
 * Health checks of Kubernetes.
 *
 * @module
 */
import { CONTROL_PLANE_COMPONENTS, DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { StatusCode } from "../../rpc/mod.ts";
import { fromNodes, listResources, requireNone } from "./call_nodes.ts";
import { allNodes, isControlPlane, requireSameNodes, toClusterNode } from "./cluster_nodes.ts";
import {
  DAEMON_SETS,
  type KubernetesObject,
  NODES,
  type Pod,
  PODS,
  REPLICA_SETS,
} from "../../kubernetes/objects.ts";
import { unless } from "./node_checks.ts";
import type { HealthTarget } from "./types.ts";

const NAMESPACE = "kube-system";
const STATIC_PODS = { namespace: "k8s", type: `StaticPodStatuses.kubernetes.${DOMAIN}` };

/** Checks that Kubernetes has exactly the nodes of the cluster. */
export async function checkNodesReport(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const objects = await target.kubernetes.list(NODES, { signal });
  requireSameNodes(allNodes(target.cluster), objects.map(toClusterNode));
  return "ok";
}

/** Checks that every control plane node runs the static pods of the control plane. */
export async function checkStaticPods(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const lists = await fromNodes(
    target,
    target.cluster.controlPlanes,
    ({ address }) =>
      unless(
        StatusCode.unimplemented,
        address,
        () => listResources(target, STATIC_PODS, address, signal),
      ),
  );
  requireNone(lists.flatMap(({ node, value }) => {
    if (value === undefined) return [];
    const missing = CONTROL_PLANE_COMPONENTS.filter((name) =>
      !value.some(({ id }) => id.startsWith(`${NAMESPACE}/${name}`))
    );
    return missing.length === 0
      ? []
      : [`${node.address} does not run the static pods ${missing.join(", ")}`];
  }));
  return "ok";
}

/** Checks that every control plane node has a ready pod of each component. */
export async function checkControlPlane(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const { kubernetes, cluster } = target;
  const [nodes, ...pods] = await Promise.all([
    kubernetes.list(NODES, { signal }),
    ...CONTROL_PLANE_COMPONENTS.map((name) =>
      kubernetes.list(PODS, inSystem(`k8s-app=${name}`, signal))
    ),
  ]);
  const labelled = nodes.filter(isControlPlane);
  requireSameNodes(cluster.controlPlanes, labelled.map(toClusterNode));
  requireNone(CONTROL_PLANE_COMPONENTS.flatMap((name, index) => {
    const found = pods[index]!;
    if (found.length !== labelled.length) {
      return [`expected ${labelled.length} pods of ${name}, got ${found.length}`];
    }
    const unready = found.filter((pod) => !isReady(pod)).map(nameOf);
    return unready.length === 0 ? [] : [`pods not ready: ${unready.join(", ")}`];
  }));
  return "ok";
}

/** Checks that every node is ready. */
export async function checkNodesReady(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const nodes = await target.kubernetes.list(NODES, { signal });
  const unready = nodes.filter((node) => !isReady(node)).map(nameOf);
  requireNone(unready.length === 0 ? [] : [`nodes not ready: ${unready.join(", ")}`]);
  return "ok";
}

/** Checks that every node accepts pods. */
export async function checkNodesSchedulable(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<"ok"> {
  const nodes = await target.kubernetes.list(NODES, { signal });
  const cordoned = nodes.filter(({ spec }) => spec?.unschedulable === true).map(nameOf);
  requireNone(cordoned.length === 0 ? [] : [`nodes not schedulable: ${cordoned.join(", ")}`]);
  return "ok";
}

/** Checks the pods of kube-proxy; skipped when no node needs one. */
export async function checkKubeProxy(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<"ok" | "skipped"> {
  const selector = "k8s-app=kube-proxy";
  const [set] = await target.kubernetes.list(DAEMON_SETS, inSystem(selector, signal));
  const desired = set?.status?.desiredNumberScheduled ?? 0;
  if (desired === 0) return "skipped";
  return await checkPods(target, selector, desired, signal);
}

/** Checks the pods of CoreDNS; skipped without its replica set. */
export async function checkCoreDns(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<"ok" | "skipped"> {
  const selector = "k8s-app=kube-dns";
  const sets = await target.kubernetes.list(REPLICA_SETS, inSystem(selector, signal));
  if (sets.length === 0) return "skipped";
  // A rolling update leaves the previous replica sets with no replicas.
  const replicas = sets.reduce((sum, { status }) => sum + (status?.replicas ?? 0), 0);
  return await checkPods(target, selector, replicas, signal);
}

async function checkPods(
  { kubernetes }: HealthTarget,
  selector: string,
  expected: number,
  signal: AbortSignal,
): Promise<"ok"> {
  const found = await kubernetes.list(PODS, inSystem(selector, signal));
  const pods = found.filter((pod) => !isOver(pod));
  const unready = pods.filter((pod) => !isReady(pod)).map(nameOf);
  if (unready.length > 0) throw new OsctlError("node", `pods not ready: ${unready.join(", ")}`);
  if (pods.length === 0) throw new OsctlError("node", `no running pods with label ${selector}`);
  if (pods.length !== expected) {
    throw new OsctlError("node", `expected ${expected} ready pods, got ${pods.length}`);
  }
  return "ok";
}

/** Options that select objects of the system namespace by their labels. */
function inSystem(labelSelector: string, signal: AbortSignal) {
  return { namespace: NAMESPACE, labelSelector, signal };
}

/** The part of a node or pod with its conditions. */
interface Conditional {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Reports whether the condition Ready of a node or pod is true. */
function isReady({ status }: Conditional): boolean {
  return status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ??
    false;
}

/** Reports whether a pod is deleted, failed or completed; nodes shut down leave such pods. */
function isOver({ metadata, status }: Pod): boolean {
  if (metadata?.deletionTimestamp !== undefined || status?.phase === "Failed") return true;
  const containers = status?.containerStatuses ?? [];
  return containers.length > 0 && containers.every(({ state }) => state?.terminated !== undefined);
}

function nameOf({ metadata }: KubernetesObject): string {
  return metadata?.name ?? "";
}
