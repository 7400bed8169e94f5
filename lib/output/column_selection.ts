/**
 * Columns of tables by name, for `--columns` and `--sort-by`.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Compares names without case; `machine-type` and `MACHINE TYPE` are equal. */
const normalize = (name: string) => name.trim().toUpperCase().replaceAll(/[ _-]+/g, " ");

/** Removes the unit: `size` selects `SIZE(GB)`. */
const removeUnit = (header: string) => header.replace(/ ?\([^()]*\)$/, "");

/**
 * Returns the index of a column.
 *
 * @param table Name of the table, for the error.
 * @throws {OsctlError} of kind `usage` when there is no such column.
 */
function findColumn(headers: readonly string[], name: string, table: string): number {
  const isNamed = (header: string) => normalize(header) === normalize(name);
  const index = headers.findIndex(isNamed);
  if (index >= 0) return index;
  const withUnit = headers.findIndex((header) => isNamed(removeUnit(header)));
  if (withUnit >= 0) return withUnit;
  throw new OsctlError("usage", `${table} has no column "${name}"`, {
    hint: `use one of ${headers.join(", ")}`,
  });
}

/** Returns the indexes of columns in the order of `names`; undefined for all columns. */
export function selectColumns(
  headers: readonly string[],
  names: readonly string[],
  table: string,
): readonly number[] | undefined {
  if (names.length === 0) return undefined;
  return names.map((name) => findColumn(headers, name, table));
}

/** A column to sort by. */
export interface SortColumn {
  readonly index: number;
  readonly isDescending: boolean;
}

/** Parses `<column>`, or `-<column>` for descending order. */
export function parseSortColumn(
  headers: readonly string[],
  text: string,
  table: string,
): SortColumn {
  const isDescending = text.startsWith("-");
  const index = findColumn(headers, isDescending ? text.slice(1) : text, table);
  return { index, isDescending };
}

/** Returns whether `--columns` requests the list of columns. */
export function isColumnHelp(names: readonly string[]): boolean {
  return names.length === 1 && names[0] === "help";
}

/** Formats the list of columns, one per line. */
export function formatColumnHelp(headers: readonly string[]): string {
  return headers.map((header) => `${header}\n`).join("");
}
