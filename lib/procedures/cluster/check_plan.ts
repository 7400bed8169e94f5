/**
 * Checks of a plan before `cluster apply` changes anything.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import { quorumLoss } from "../rolling/etcd/check_etcd.ts";
import { isUpgraded } from "./compare_node.ts";
import type { ClusterPlan, PlannedNode } from "./plan_cluster.ts";

/** Rejects a cluster of which not every node is known. */
export function rejectUnknown({ nodes }: ClusterPlan): void {
  const silent = nodes.filter(({ state, node }) => state === "unknown" && !node.locked);
  if (silent.length === 0) return;
  const names = silent.map(({ node }) => node.name).join(", ");
  const reason = silent[0]!.reason ?? "no response";
  throw new OsctlError("node", escapeControls(`nothing was changed: ${names}: ${reason}`), {
    hint: "repair it, or declare it with locked: true",
  });
}

/**
 * Rejects an upgrade of Kubernetes, which changes every control plane, while one of them is locked.
 */
export function rejectLockedControlPlanes({ nodes }: ClusterPlan): void {
  if (!nodes.some(isKubernetesOld)) return;
  const locked = nodes.filter(({ node }) => node.locked && node.role === "controlplane");
  if (locked.length === 0) return;
  const names = locked.map(({ node }) => node.name).join(", ");
  throw new OsctlError(
    "node",
    `nothing was changed: ${names}: locked, but Kubernetes is upgraded`,
    {
      hint: "remove locked: true, or declare the version of Kubernetes that runs",
    },
  );
}

/** Reports whether a node must change its version of Kubernetes. */
export function isKubernetesOld({ node, differences }: PlannedNode): boolean {
  return !node.locked && differences !== undefined &&
    differences.kubernetes.actual !== differences.kubernetes.wanted;
}

/**
 * Rejects upgrades that stop etcd, before another step changes anything. Configurations that
 * restart a node are rejected by their rolling change, which knows the prediction of the node.
 */
export function rejectQuorumLoss({ nodes }: ClusterPlan): void {
  const members = nodes.filter(({ node, found }) =>
    node.role === "controlplane" && found.kind === "running"
  );
  const loss = quorumLoss(members.length);
  const upgraded = members.find(({ node, differences }) =>
    !node.locked && differences !== undefined && isUpgraded(differences)
  );
  if (loss === undefined || upgraded === undefined) return;
  const { name, installImage } = upgraded.node;
  const text = `nothing was changed: ${name} restarts with ${installImage}: ${loss}`;
  throw new OsctlError("node", escapeControls(text), {
    hint: "add control plane nodes, or accept the interruption with --accept-quorum-loss",
  });
}
