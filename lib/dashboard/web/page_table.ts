/**
 * Tables of a page, as JSON.
 *
 * @module
 */
import type { ScreenTable } from "../../output/screen/table_state.ts";
import { escapeControls } from "../../output/text.ts";

/** A row of a page's table. */
export interface PageRow {
  readonly id: string;
  readonly cells: readonly string[];
  readonly tints: readonly (string | null)[];
  /** Values to sort by. */
  readonly keys: readonly (string | number)[];
  readonly dim: boolean;
  /** Replaces the cells after the first one. */
  readonly message: string | null;
  /** Whether a file is a folder. */
  readonly isFolder?: boolean;
  /** Latest CPU shares of a node. */
  readonly spark?: readonly number[];
}

/** A table of a page. */
export interface PageTable {
  readonly title: string;
  readonly headers: readonly string[];
  /** The columns of the keys. */
  readonly keyHeaders: readonly string[];
  readonly rows: readonly PageRow[];
  /** Whether the rows are filtered and sorted already. */
  readonly isSelected: boolean;
}

/** Rows of a table. */
const MAX_ROWS = 500;

/** Converts a table of the screen. */
export function toPageTable(
  title: string,
  { headers, keyHeaders, rows }: ScreenTable,
): PageTable {
  return {
    title,
    headers,
    keyHeaders,
    isSelected: false,
    rows: rows.slice(0, MAX_ROWS).map(({ id, cells, tints, keys, isDim, message }) => ({
      id: id ?? cells[0] ?? "",
      cells: cells.map(escapeControls),
      tints: tints.map((tint) => tint ?? null),
      keys: keys.map((key) => typeof key === "bigint" ? Number(key) : key),
      dim: isDim ?? false,
      message: message === undefined ? null : escapeControls(message.text),
    })),
  };
}
