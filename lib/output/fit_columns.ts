/**
 * Shortens the widest columns of a table to the width of a terminal.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";

/** Least width of a shortened column. */
const LEAST_WIDTH = 5;

/** Column widths and padding of a table that fits. */
export interface Fit {
  readonly widths: readonly number[];
  readonly padding: number;
}

/**
 * Returns the column widths that make lines fit `columns`. A wide padding is reduced to 2; when that
 * is not enough, the widest columns are shortened to an equal width, but not a narrow first column,
 * which identifies the row. Returns undefined when the table fits as it is, or cannot fit.
 */
export function fitColumns(
  widths: readonly number[],
  padding: number,
  columns: number,
): Fit | undefined {
  if (lineWidth(widths, padding) <= columns) return undefined;
  const narrow = Math.min(padding, 2);
  if (lineWidth(widths, narrow) <= columns) return { widths, padding: narrow };
  const isFirstKept = widths.length > 1 && widths[0]! <= columns / 4;
  const [kept, shortened] = isFirstKept ? [widths.slice(0, 1), widths.slice(1)] : [[], widths];
  const available = columns - narrow * (widths.length - 1) - sum(kept);
  const limit = findLimit(shortened, available);
  if (limit < LEAST_WIDTH) return undefined;
  // The remainder of the division goes to the first shortened columns.
  let rest = available - sum(shortened.map((width) => Math.min(width, limit)));
  const fitted = shortened.map((width) => width <= limit ? width : rest-- > 0 ? limit + 1 : limit);
  return { widths: [...kept, ...fitted], padding: narrow };
}

/** Returns the largest limit with which the widths fit `available`; 0 when none does. */
function findLimit(widths: readonly number[], available: number): number {
  const widest = Math.max(0, ...widths);
  let limit = 0;
  while (limit < widest && sum(widths.map((width) => Math.min(width, limit + 1))) <= available) {
    limit++;
  }
  return limit;
}

function lineWidth(widths: readonly number[], padding: number): number {
  return sum(widths) + padding * (widths.length - 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A cell that may be wrapped in SGR sequences. */
// deno-lint-ignore no-control-regex -- SGR sequences start with ESC
const CELL = /^((?:\x1b\[[0-9]+m)*)(.*?)((?:\x1b\[[0-9]+m)*)$/su;

/** Shortens a cell to `width` with an ellipsis in the middle. Keeps its SGR sequences. */
export function shortenMiddle(cell: string, width: number): string {
  if (countCodePoints(cell) <= width) return cell;
  const [, start, text, end] = CELL.exec(cell)!;
  const points = [...text!];
  if (points.length <= width) return cell;
  const head = Math.ceil((width - 1) / 2);
  const tail = width - 1 - head;
  const shortened = points.slice(0, head).join("") + "…" +
    (tail > 0 ? points.slice(-tail).join("") : "");
  return start! + shortened + end!;
}
