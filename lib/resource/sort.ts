/**
 * Sorts rows by a column.
 *
 * @module
 */
import { parseSortColumn } from "../output/column_selection.ts";
import { compareNatural } from "../output/natural_order.ts";
import type { Definition } from "./definitions.ts";
import { RowFormatter } from "./print/row.ts";
import type { Item } from "./print/types.ts";

/** Returns the headers of a type's table. */
export function tableHeaders(definition: Definition): string[] {
  return ["NODE", ...new RowFormatter(definition).headers];
}

/**
 * Creates a function that sorts items stably by a column.
 *
 * @param column Header, after a `-` for descending order; case is ignored.
 * @throws {OsctlError} of kind `usage` when the type has no such column.
 */
export function createSorter(
  definition: Definition,
  column: string,
): (items: readonly Item[]) => Promise<Item[]> {
  const rows = new RowFormatter(definition);
  const headers = ["NODE", ...rows.headers];
  const { index, isDescending } = parseSortColumn(headers, column, definition.displayType);
  return async (items) => {
    const keyed: { item: Item; cell: string }[] = [];
    for (const item of items) {
      keyed.push({ item, cell: [item.node, ...await rows.cells(item.resource)][index]! });
    }
    return keyed
      .sort((a, b) => (isDescending ? -1 : 1) * compareNatural(a.cell, b.cell))
      .map(({ item }) => item);
  };
}
