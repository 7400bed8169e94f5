/**
 * Prints the plan of a rolling change.
 *
 * @module
 */
import { createRowWriter, type RowFormat, writeRows } from "../../output/rows.ts";
import { getTableWidth } from "../../output/table_options.ts";
import type { System } from "../../platform/system.ts";
import { planNotes, planView, type RollingPlan } from "../../procedures/rolling/plan_view.ts";

/** Prints order, checks and estimated time: the table on stdout, the rest on stderr. */
export async function printPlan(
  { stdout, stderr, terminal }: Pick<System, "stdout" | "stderr" | "terminal">,
  plan: RollingPlan,
  { format, wide = false }: { readonly format: RowFormat; readonly wide?: boolean | undefined },
): Promise<void> {
  const width = getTableWidth({ terminal }, { wide });
  const writer = createRowWriter(stdout, planView, { format, width, canHide: true });
  await writeRows(writer, async () => {
    for (const row of plan.rows) await writer.add(row.node.address, row);
  });
  await stderr.write(planNotes(plan).map((line) => `osctl: ${line}\n`).join(""));
}
