/**
 * The plan of a rolling change: its table, and the lines after it.
 *
 * @module
 */
import { formatDuration } from "../../output/duration.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import type { View } from "../../output/rows.ts";
import { escapeControls, formatCount } from "../../output/text.ts";
import type { Steadiness } from "./gates/gate_set.ts";
import type { Batch } from "./plan.ts";
import type { RollingNode } from "./types.ts";

/** A row of the plan. */
export interface PlannedNode {
  readonly batch: number;
  readonly kind: Batch["kind"];
  readonly node: RollingNode;
  readonly isLeader: boolean;
  /** What happens to the node: `restarts`, or why it needs no change. */
  readonly action: string;
}

/** Columns and fields of the plan. */
export const planView: View<PlannedNode> = {
  hideFirst: ["KIND", "ZONE", "ETCD", "BATCH"],
  columns: [
    { header: "BATCH", cell: ({ batch }) => String(batch), key: ({ batch }) => batch },
    { header: "KIND", cell: ({ kind }) => kind },
    { header: "NAME", cell: ({ node }) => node.name },
    { header: "ZONE", cell: ({ node }) => node.zone ?? "", isPresent: ({ node }) => !!node.zone },
    { header: "ETCD", cell: ({ isLeader }) => isLeader ? "leader" : "" },
    { header: "ACTION", cell: ({ action }) => action },
  ],
  fields: {
    batch: ({ batch }) => batch,
    kind: ({ kind }) => kind,
    name: ({ node }) => node.name,
    role: ({ node }) => node.role,
    zone: ({ node }) => node.zone ?? null,
    leader: ({ isLeader }) => isLeader,
    action: ({ action }) => action,
  },
};

/** The plan of a rolling change. */
export interface RollingPlan {
  readonly rows: readonly PlannedNode[];
  /** Results of the checks that change nothing, a line each. */
  readonly checks: readonly string[];
  readonly gates: readonly string[];
  readonly steadiness: Steadiness;
  /** Milliseconds. */
  readonly estimateMs: number;
}

function formatGates(gates: readonly string[], { times, spanMs }: Steadiness): string {
  if (gates.length === 0) return "none";
  const within = times > 1 ? ` within ${formatDuration(spanMs)}` : "";
  return `${gates.join(", ")} (${formatCount(times, "check")}${within})`;
}

/** Returns the lines after the table: checks, gates and estimated time. */
export function planNotes(
  { rows, checks, gates, steadiness, estimateMs }: RollingPlan,
): readonly string[] {
  const batches = new Set(rows.map(({ batch }) => batch)).size;
  return [
    ...checks,
    `gates before and after each node: ${formatGates(gates, steadiness)}`,
    `${formatCount(batches, "batch", "batches")}, about ${formatElapsed(estimateMs)}; ` +
    "nothing was changed",
  ].map(escapeControls);
}
