/**
 * Rows as files.
 *
 * @module
 */
import { NODE_HEADER, type ShownRow } from "./row_view.ts";
import type { BrowseColumn } from "./types.ts";

/** A format of rows in a file. */
export type RowFileFormat = "csv" | "json";

/** Formats by the ending of a file's name. */
export const SAVE_FORMATS: Readonly<Record<string, RowFileFormat>> = { csv: "csv", json: "json" };

/** Formats rows with the columns of their table. */
export function formatRows(
  format: RowFileFormat,
  columns: readonly BrowseColumn[],
  rows: readonly ShownRow[],
): string {
  const headers = [NODE_HEADER, ...columns.map(({ header }) => header)];
  const lines = rows.map(({ nodeName, row }) => [
    nodeName,
    ...columns.map((_, index) => row.cells[index] ?? ""),
  ]);
  if (format === "csv") {
    return [headers, ...lines].map((cells) => `${cells.map(quote).join(",")}\n`).join("");
  }
  const records = lines.map((cells) =>
    Object.fromEntries(headers.map((header, index) => [header, cells[index]]))
  );
  return `${JSON.stringify(records, undefined, 4)}\n`;
}

/** Quotes a cell (RFC 4180); a leading `=` would be a formula in spreadsheets. */
function quote(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) && !/^-?\d/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
