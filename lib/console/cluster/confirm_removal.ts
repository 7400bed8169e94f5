/**
 * Confirms the removal of nodes.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { addressOf } from "../../procedures/cluster/observe_nodes.ts";
import type { PlannedNode } from "../../procedures/cluster/plan_cluster.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";

/** Confirms the removal, which destroys data. */
export async function confirmRemoval(
  context: ConsoleContext<NodeClient>,
  removed: readonly PlannedNode[],
  { connection, yes }: { readonly connection: ConnectionOptions; readonly yes: boolean },
): Promise<void> {
  const target = { ...connection, nodes: removed.map(({ node }) => addressOf(node)) };
  const client = await context.openClient({ connection: target });
  try {
    await confirmDisruption(context, {
      action: "Apply these steps, and remove and wipe",
      connection: target,
      yes,
      client,
      effect: "wipe",
      notes: new Map(removed.map(({ node }) => [addressOf(node), node.name])),
      isIrreversible: true,
    });
  } finally {
    await client[Symbol.asyncDispose]();
  }
}
