/**
 * Checks of a plan before `cluster apply` changes anything.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { decideQuorum, INTERRUPTION_HINT, type QuorumState } from "../quorum/decide_quorum.ts";
import { readQuorumState } from "../quorum/read_quorum.ts";
import { isUpgraded } from "./compare_node.ts";
import { addressOf } from "./observe_nodes.ts";
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
export async function rejectQuorumLoss(
  context: ProcedureContext<NodeClient>,
  { nodes }: ClusterPlan,
  connection: ConnectionOptions,
): Promise<void> {
  const upgraded = nodes.find(({ node, found, differences }) =>
    node.role === "controlplane" && found.kind === "running" && !node.locked &&
    differences !== undefined && isUpgraded(differences)
  );
  if (upgraded === undefined) return;
  const state = await readMembersOf(context, nodes, connection);
  const { name, installImage } = upgraded.node;
  const affected = { nodes: [{ address: addressOf(upgraded.node), name }] };
  const { outcome, text } = decideQuorum(state, affected, "restart");
  // As a rolling change, which does not stop the only member without consent.
  if (outcome === "kept" || outcome === "untouched") return;
  const message = `nothing was changed: ${name} restarts with ${installImage}: ${text}`;
  throw new OsctlError("node", escapeControls(message), { hint: INTERRUPTION_HINT });
}

/** Reads etcd on the control planes of a plan that run. */
export async function readMembersOf(
  context: ProcedureContext<NodeClient>,
  nodes: readonly PlannedNode[],
  connection: ConnectionOptions,
): Promise<QuorumState> {
  const controlPlanes = nodes.filter(({ node, found }) =>
    node.role === "controlplane" && found.kind !== "maintenance" && node.addresses.length > 0
  ).map(({ node }) => ({ address: addressOf(node), name: node.name }));
  const addresses = controlPlanes.map(({ address }) => address);
  await using client = await context.openClient({
    connection: { ...connection, nodes: addresses },
  });
  return (await readQuorumState(client, controlPlanes, context.signal)).state;
}
