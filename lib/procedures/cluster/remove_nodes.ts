/**
 * Removal of the nodes that a cluster file marks with `remove: true`.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { createRemoval } from "../rolling/changes/remove.ts";
import { quorumLoss } from "../rolling/etcd/check_etcd.ts";
import type { ChangeRequest } from "../rolling/request.ts";
import type { ClusterPlan, PlannedNode } from "./plan_cluster.ts";

type Context = ProcedureContext<NodeClient>;

/** Returns the nodes to remove that are still in the cluster. */
export function removableNodes({ nodes }: ClusterPlan): readonly PlannedNode[] {
  return nodes.filter(({ node, state }) => state === "remove" && !node.locked);
}

/**
 * Returns the marked nodes in the batches of their removal: workers by group, then control planes one by
 * one. Removed ones are included, because a journal may name them.
 */
export function removalBatches({ nodes }: ClusterPlan): readonly (readonly PlannedNode[])[] {
  const marked = nodes.filter(({ node }) => node.remove && !node.locked);
  const workers = marked.filter(({ node }) => node.role === "worker");
  const controlPlanes = marked.filter(({ node }) => node.role === "controlplane");
  return [
    ...Map.groupBy(workers, ({ node }) => node.group).values(),
    ...controlPlanes.map((one) => [one]),
  ];
}

/**
 * Rejects removals after which etcd has no member, or that it does not outlive without consent.
 *
 * @throws {OsctlError} of kind `node`.
 */
export function rejectRemovals(plan: ClusterPlan, acceptsQuorumLoss: boolean): void {
  const members = plan.nodes.filter(({ node, found }) =>
    node.role === "controlplane" && found.kind === "running"
  );
  const removed = removableNodes(plan).filter(({ node }) => node.role === "controlplane");
  const [first] = removed;
  if (first === undefined) return;
  if (removed.length === members.length) {
    throw new OsctlError("node", "nothing was changed: no control plane would remain", {
      hint: 'configure another control plane first, or wipe the nodes with "osctl reset"',
    });
  }
  // Each removal needs a quorum without the member that leaves.
  const losses = removed.map((_, index) => quorumLoss(members.length - index));
  const loss = losses.find((reason) => reason !== undefined);
  if (loss === undefined || acceptsQuorumLoss) return;
  const names = removed.map(({ node }) => node.name).join(", ");
  throw new OsctlError("node", escapeControls(`nothing was changed: removing ${names}: ${loss}`), {
    hint: "add control plane nodes, or accept the interruption with --accept-quorum-loss",
  });
}

/** Returns the request that drains, wipes and deletes nodes. */
export function removalRequest(context: Context, connection: ConnectionOptions): ChangeRequest {
  return {
    kind: "reset",
    title: "remove from the cluster",
    parameters: { removal: true },
    create: (sources) =>
      createRemoval(sources, (node) =>
        context.openClient({
          connection: { ...connection, nodes: [node] },
          insecure: true,
          isUninterrupted: true,
        })),
  };
}
