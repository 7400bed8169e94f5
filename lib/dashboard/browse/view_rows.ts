/**
 * Rows from the views of the commands.
 *
 * @module
 */
import type { Column } from "../../output/rows.ts";
import type { BrowseRow } from "./types.ts";

/** Converts an entry of a node to a row with the columns of a view. */
export function toRow<Entry>(
  columns: readonly Column<Entry>[],
  entry: Entry,
  identity: Pick<BrowseRow, "key" | "node" | "name" | "depth">,
): BrowseRow {
  return {
    ...identity,
    cells: columns.map(({ cell }) => cell(entry)),
    keys: columns.map(({ key }) => key?.(entry)),
    tints: columns.map(({ tint }) => tint?.(entry)),
  };
}
