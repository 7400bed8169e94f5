/**
 * Removal of the nodes that a cluster file marks with `remove: true`.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { escapeControls, formatCount } from "../../output/text.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { decideQuorum, INTERRUPTION_HINT } from "../quorum/decide_quorum.ts";
import { createRemoval } from "../rolling/changes/remove.ts";
import type { ChangeRequest } from "../rolling/request.ts";
import { readMembersOf } from "./check_plan.ts";
import { addressOf } from "./observe_nodes.ts";
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
export async function rejectRemovals(
  context: Context,
  plan: ClusterPlan,
  options: ConnectionOptions & { readonly acceptQuorumLoss: boolean },
): Promise<void> {
  const running = plan.nodes.filter(({ node, found }) =>
    node.role === "controlplane" && found.kind === "running"
  );
  const removed = removableNodes(plan).filter(({ node }) => node.role === "controlplane");
  if (removed.length === 0) return;
  if (removed.length === running.length) {
    throw new OsctlError("node", "nothing was changed: no control plane would remain", {
      hint: 'configure another control plane first, or wipe the nodes with "osctl reset"',
    });
  }
  if (options.acceptQuorumLoss) return;
  let state = await readMembersOf(context, plan.nodes, options);
  for (const { node } of removed) {
    const address = addressOf(node);
    // Each removal needs a quorum without the member that leaves.
    const affected = { nodes: [{ address, name: node.name }] };
    const { outcome, text } = decideQuorum(state, affected, "stop");
    if (outcome !== "kept" && outcome !== "untouched") {
      const names = removed.map(({ node }) => node.name).join(", ");
      const message = `nothing was changed: removing ${names}: ${text}`;
      throw new OsctlError("node", escapeControls(message), { hint: INTERRUPTION_HINT });
    }
    const voters = state.voters.filter(({ addresses }) => !addresses.includes(address));
    state = { ...state, voters };
  }
}

/** Describes etcd after the removals, one after the other. */
export async function describeRemovals(
  context: Context,
  plan: ClusterPlan,
  connection: ConnectionOptions,
): Promise<string> {
  const nodes = removableNodes(plan).filter(({ node }) => node.role === "controlplane")
    .map(({ node }) => ({ address: addressOf(node), name: node.name }));
  if (nodes.length === 0) return "";
  const { text } = decideQuorum(
    await readMembersOf(context, plan.nodes, connection),
    { nodes },
    "leave",
  );
  return `includes ${formatCount(nodes.length, "control plane")}: ${text}`;
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
