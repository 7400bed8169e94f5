/**
 * Sorts rows by a column.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Definition } from "./definitions.ts";
import { RowFormatter } from "./print/row.ts";
import type { Item } from "./print/types.ts";
import { compareCodePoints } from "./value.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PARTS = /\d+|\D+/g;

/**
 * Creates a function that sorts items stably by a column.
 *
 * @param column Header; case is ignored.
 * @throws {OsctlError} of kind `usage` when the type has no such column.
 */
export function createSorter(
  definition: Definition,
  column: string,
): (items: readonly Item[]) => Item[] {
  const rows = new RowFormatter(definition);
  const wanted = column.toUpperCase();
  const headers = ["NODE", ...rows.headers];
  const index = headers.indexOf(wanted);
  if (index < 0) {
    throw new OsctlError("usage", `${definition.displayType} has no column "${column}"`, {
      hint: `use one of ${headers.join(", ")}`,
    });
  }
  return (items) =>
    items
      .map((item) => ({ item, cell: [item.node, ...rows.cells(item.resource)][index]! }))
      .sort((a, b) => compareNatural(a.cell, b.cell))
      .map(({ item }) => item);
}

/** Compares in natural order: `10.5.0.9` before `10.5.0.10`. */
export function compareNatural(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) {
    const difference = Number(a) - Number(b);
    if (difference !== 0) return difference;
  }
  const [left, right] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = /^\d/.test(part) && /^\d/.test(other)
      ? part.length === other.length ? compareCodePoints(part, other) : compareIntegers(part, other)
      : compareCodePoints(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareIntegers(a: string, b: string): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : a.length - b.length;
}
