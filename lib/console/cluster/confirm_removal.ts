/**
 * Confirms the removal of nodes.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { addressOf } from "../../procedures/cluster/observe_nodes.ts";
import type { ClusterPlan } from "../../procedures/cluster/plan_cluster.ts";
import { describeRemovals, removableNodes } from "../../procedures/cluster/remove_nodes.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";

/** Confirms the removal, which destroys data. */
export async function confirmRemoval(
  context: ConsoleContext<NodeClient>,
  plan: ClusterPlan,
  { connection, yes }: { readonly connection: ConnectionOptions; readonly yes: boolean },
): Promise<void> {
  const removed = removableNodes(plan);
  const target = { ...connection, nodes: removed.map(({ node }) => addressOf(node)) };
  const client = await context.openClient({ connection: target });
  try {
    await confirmDisruption(context, {
      action: "Apply these steps, and remove and wipe",
      connection: target,
      yes,
      client,
      // `rejectRemovals` has checked each of them.
      assess: async () => ({ text: await describeRemovals(context, plan, connection) }),
      notes: new Map(removed.map(({ node }) => [addressOf(node), node.name])),
      isIrreversible: true,
    });
  } finally {
    await client[Symbol.asyncDispose]();
  }
}
