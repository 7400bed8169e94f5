/**
 * Prints the plan of a rolling change.
 *
 * @module
 */
import { formatDuration } from "../../output/duration.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { createRowWriter, type RowFormat, type View, writeRows } from "../../output/rows.ts";
import { getTableWidth } from "../../output/table_options.ts";
import { escapeControls, formatCount } from "../../output/text.ts";
import type { System } from "../../platform/system.ts";
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

/** A plan to print. */
export interface PrintedPlan {
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

/** Prints order, checks and estimated time: the table on stdout, the rest on stderr. */
export async function printPlan(
  { stdout, stderr, terminal }: Pick<System, "stdout" | "stderr" | "terminal">,
  { rows, checks, gates, steadiness, estimateMs }: PrintedPlan,
  { format, wide = false }: { readonly format: RowFormat; readonly wide?: boolean | undefined },
): Promise<void> {
  const width = getTableWidth({ terminal }, { wide });
  const writer = createRowWriter(stdout, planView, { format, width, canHide: true });
  await writeRows(writer, async () => {
    for (const row of rows) await writer.add(row.node.address, row);
  });
  const batches = new Set(rows.map(({ batch }) => batch)).size;
  const lines = [
    ...checks,
    `gates before and after each node: ${formatGates(gates, steadiness)}`,
    `${formatCount(batches, "batch", "batches")}, about ${formatElapsed(estimateMs)}; ` +
    "nothing was changed",
  ];
  await stderr.write(lines.map((line) => `osctl: ${escapeControls(line)}\n`).join(""));
}
