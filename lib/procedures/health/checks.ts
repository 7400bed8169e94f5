/**
 * The health checks of a cluster, in order.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { nearest } from "../../output/nearest.ts";
import {
  checkMembersAreControlPlanes,
  checkMembersConsistent,
  checkService,
} from "./etcd_checks.ts";
import {
  checkControlPlane,
  checkCoreDns,
  checkKubeProxy,
  checkNodesReady,
  checkNodesReport,
  checkNodesSchedulable,
  checkStaticPods,
} from "./kubernetes_checks.ts";
import { checkApi, checkBoot, checkDiagnostics, checkDisks, checkMemory } from "./node_checks.ts";
import type { HealthCheck } from "./types.ts";

const POD_REMEDY = "describe the pods with kubectl -n kube-system describe pod";

/** All checks, in the order of talosctl. */
export const HEALTH_CHECKS: readonly HealthCheck[] = [
  {
    id: "etcd",
    name: "etcd to be healthy",
    isKubernetes: false,
    remedy: 'inspect etcd with "osctl service etcd" and "osctl logs etcd"; a new cluster needs ' +
      '"osctl bootstrap"',
    run: (target, signal) => checkService(target, "etcd", signal),
  },
  {
    id: "etcd-members",
    name: "etcd members to be consistent across nodes",
    isKubernetes: false,
    remedy: 'compare the members with "osctl etcd members"',
    run: checkMembersConsistent,
  },
  {
    id: "etcd-control-planes",
    name: "etcd members to be control plane nodes",
    isKubernetes: false,
    remedy: 'set all of --control-plane-nodes, or remove the member with "osctl etcd ' +
      'remove-member"',
    run: checkMembersAreControlPlanes,
  },
  {
    id: "apid",
    name: "apid to be ready",
    isKubernetes: false,
    remedy: "check that the node is running and its address is correct",
    run: checkApi,
  },
  {
    id: "memory",
    name: "all nodes memory sizes",
    isKubernetes: false,
    remedy: "add memory to the machine, or skip the check with --skip memory",
    run: checkMemory,
  },
  {
    id: "disk",
    name: "all nodes disk sizes",
    isKubernetes: false,
    remedy: "use a larger system disk, or skip the check with --skip disk",
    run: checkDisks,
  },
  {
    id: "diagnostics",
    name: "no diagnostics",
    isKubernetes: false,
    remedy: 'print the details with "osctl get diagnostics -o yaml"',
    run: checkDiagnostics,
  },
  {
    id: "kubelet",
    name: "kubelet to be healthy",
    isKubernetes: false,
    remedy: 'inspect the kubelet with "osctl service kubelet" and "osctl logs kubelet"',
    run: (target, signal) => checkService(target, "kubelet", signal),
  },
  {
    id: "boot",
    name: "all nodes to finish boot sequence",
    isKubernetes: false,
    remedy: 'follow the boot with "osctl dmesg --follow" and "osctl get machinestatus"',
    run: checkBoot,
  },
  {
    id: "k8s-nodes",
    name: "all k8s nodes to report",
    isKubernetes: true,
    remedy: 'compare "kubectl get nodes -o wide" with "osctl get members"',
    run: checkNodesReport,
  },
  {
    id: "static-pods",
    name: "all control plane static pods to be running",
    isKubernetes: true,
    remedy: 'inspect them with "osctl get staticpodstatus" and "osctl logs kubelet"',
    run: checkStaticPods,
  },
  {
    id: "control-plane",
    name: "all control plane components to be ready",
    isKubernetes: true,
    remedy: POD_REMEDY,
    run: checkControlPlane,
  },
  {
    id: "k8s-nodes-ready",
    name: "all k8s nodes to report ready",
    isKubernetes: true,
    remedy: "print the reason with kubectl describe node; without a CNI, install one or skip the " +
      "check with --skip k8s-nodes-ready",
    run: checkNodesReady,
  },
  {
    id: "kube-proxy",
    name: "kube-proxy to report ready",
    isKubernetes: true,
    remedy: POD_REMEDY,
    run: checkKubeProxy,
  },
  {
    id: "coredns",
    name: "coredns to report ready",
    isKubernetes: true,
    remedy: POD_REMEDY,
    run: checkCoreDns,
  },
  {
    id: "k8s-nodes-schedulable",
    name: "all k8s nodes to report schedulable",
    isKubernetes: true,
    remedy: "make the node schedulable with osctl uncordon",
    run: checkNodesSchedulable,
  },
];

/** Selects all checks of Kubernetes. */
const KUBERNETES = "kubernetes";

/**
 * Returns the ids of skipped checks.
 *
 * @throws {OsctlError} of kind `usage` for an unknown name.
 */
export function parseSkipped(names: readonly string[]): ReadonlySet<string> {
  const ids = HEALTH_CHECKS.map(({ id }) => id);
  return new Set(names.flatMap((name) => {
    if (name === KUBERNETES) {
      return HEALTH_CHECKS.filter(({ isKubernetes }) => isKubernetes).map(({ id }) => id);
    }
    if (ids.includes(name)) return [name];
    const known = [KUBERNETES, ...ids];
    const near = nearest(name, known);
    throw new OsctlError("usage", `unknown check "${name}" for --skip`, {
      hint: near === undefined ? `use one of ${known.join(", ")}` : `did you mean "${near}"`,
    });
  }));
}
