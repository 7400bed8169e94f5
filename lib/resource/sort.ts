/**
 * Rows in the order of a column.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Definition } from "./definitions.ts";
import { RowMaker } from "./print/row.ts";
import type { Item } from "./print/types.ts";
import { byCodePoints } from "./value.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PARTS = /\d+|\D+/g;

/**
 * A function that puts items in the order of a column, keeping the order of equal ones.
 *
 * @param column A header, in any case of letters.
 * @throws {OsctlError} of kind `usage` when the type has no such column.
 */
export function sorterBy(
  definition: Definition,
  column: string,
): (items: readonly Item[]) => Item[] {
  const rows = new RowMaker(definition);
  const wanted = column.toUpperCase();
  const headers = ["NODE", ...rows.headers];
  const index = headers.indexOf(wanted);
  if (index < 0) {
    throw new OsctlError("usage", `${definition.displayType} has no column "${column}"`, {
      hint: `sort by one of ${headers.join(", ")}`,
    });
  }
  return (items) =>
    items
      .map((item) => ({ item, cell: [item.node, ...rows.cells(item.resource)][index]! }))
      .sort((a, b) => naturally(a.cell, b.cell))
      .map(({ item }) => item);
}

/** Numbers by size, also within texts: `10.5.0.9` before `10.5.0.10`. */
export function naturally(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) {
    const difference = Number(a) - Number(b);
    if (difference !== 0) return difference;
  }
  const [left, right] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = /^\d/.test(part) && /^\d/.test(other)
      ? part.length === other.length ? byCodePoints(part, other) : compareWhole(part, other)
      : byCodePoints(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareWhole(a: string, b: string): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : a.length - b.length;
}
