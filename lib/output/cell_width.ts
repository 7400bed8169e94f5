/**
 * Widths of cells and columns, in code points without colours.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";

/** Default number of spaces between columns. */
export const PADDING = 3;

/** A column of consecutive lines. */
export interface ColumnWidth {
  width: number;
}

// deno-lint-ignore no-control-regex -- SGR sequences start with ESC
const SGR = /\u001b\[[0-9]+m/g;

/** Returns the width of a cell; SGR sequences of a coloured one do not count. */
export function cellWidth(cell: string): number {
  return countCodePoints(cell.startsWith("\x1b") ? cell.replace(SGR, "") : cell);
}
