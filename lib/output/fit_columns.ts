/**
 * Fits a table to the width of a terminal: hides columns, then shortens long cells.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";

/** Columns that identify a row: neither hidden nor shortened. */
const IDENTITIES: ReadonlySet<string> = new Set(["NODE", "ID", "NAME"]);

/** Returns whether a column identifies a row. */
export function isIdentity(header: string): boolean {
  return IDENTITIES.has(header);
}

/** Least width of a shortened cell, if columns can be hidden. */
export const LEAST_WIDTH = 24;

/** Least width of a shortened cell, if all columns are selected by the user. */
const LEAST_SELECTED_WIDTH = 5;

/** A column to fit. */
export interface FitColumn {
  readonly header: string;
  /** Width of the widest cell, header included. */
  readonly width: number;
  /** Whether several rows have the same value. */
  readonly isUniform: boolean;
}

/** Options of {@linkcode fitColumns}. */
export interface FitOptions {
  /** Spaces between columns. */
  readonly padding: number;
  /** Width of the terminal. */
  readonly columns: number;
  /** Headers of the least important columns, hidden in this order before the others. */
  readonly hideFirst?: readonly string[] | undefined;
  /** False if the user selected the columns. */
  readonly canHide?: boolean | undefined;
}

/** Columns of a table that fits. */
export interface Fit {
  /** Indexes of the shown columns. */
  readonly shown: readonly number[];
  /** Widths of the shown columns. */
  readonly widths: readonly number[];
  readonly padding: number;
  /** Number of hidden columns. */
  readonly hidden: number;
}

/**
 * Returns the columns that make lines fit the terminal. A wide padding is reduced to 2. When that is
 * not enough, columns are hidden: first those with one value for all rows, then the least important,
 * which are `hideFirst` and then from right to left. Cells longer than 24 are shortened instead.
 * NODE, ID and NAME are neither hidden nor shortened; without the latter two, the first column after
 * NODE is not hidden.
 * Returns undefined when the table fits as it is, or cannot fit.
 */
export function fitColumns(all: readonly FitColumn[], options: FitOptions): Fit | undefined {
  const { columns, canHide = true } = options;
  const widths = all.map(({ width }) => width);
  if (lineWidth(widths, options.padding) <= columns) return undefined;
  const padding = Math.min(options.padding, 2);
  const shownAll = all.map((_, index) => index);
  if (lineWidth(widths, padding) <= columns) {
    return { shown: shownAll, widths, padding, hidden: 0 };
  }
  const least = all.map((column) => leastWidth(column, canHide));
  const needs = (indexes: readonly number[]) => lineWidth(pick(least, indexes), padding);
  const hidden = new Set<number>();
  const shown = () => shownAll.filter((index) => !hidden.has(index));
  const order = canHide ? hidingOrder(all, options.hideFirst ?? []) : [];
  for (const index of order) {
    if (needs(shown()) <= columns) break;
    hidden.add(index);
  }
  if (needs(shown()) > columns) return undefined;
  // The last column to be hidden may leave space for a narrower one.
  for (const index of order.toReversed()) {
    if (!hidden.has(index) || all[index]!.isUniform) continue;
    hidden.delete(index);
    if (needs(shown()) > columns) hidden.add(index);
  }
  const indexes = shown();
  const available = columns - padding * (indexes.length - 1);
  const fitted = distribute(pick(widths, indexes), pick(least, indexes), available);
  return { shown: indexes, widths: fitted, padding, hidden: hidden.size };
}

/** Returns the width that a column is not shortened below. */
function leastWidth({ header, width }: FitColumn, canHide: boolean): number {
  if (isIdentity(header)) return width;
  if (!canHide) return Math.min(width, LEAST_SELECTED_WIDTH);
  return Math.min(width, Math.max(LEAST_WIDTH, countCodePoints(header)));
}

/** Returns the indexes of the columns that can be hidden, the first to hide first. */
function hidingOrder(all: readonly FitColumn[], hideFirst: readonly string[]): number[] {
  // Without ID and NAME, the first column identifies the row.
  const first = all.some(({ header }) => header === "ID" || header === "NAME")
    ? -1
    : all.findIndex(({ header }) => header !== "NODE" && header !== "*");
  const rank = (index: number) => {
    const listed = hideFirst.indexOf(all[index]!.header);
    return listed >= 0 ? listed : hideFirst.length + all.length - index;
  };
  return all.flatMap(({ header }, index) =>
    index === first || header === "*" || isIdentity(header) ? [] : [index]
  ).sort((a, b) => Number(all[b]!.isUniform) - Number(all[a]!.isUniform) || rank(a) - rank(b));
}

/** Returns the widths within `available`: the widest columns are shortened to an equal width. */
function distribute(
  widths: readonly number[],
  least: readonly number[],
  available: number,
): number[] {
  const limited = (limit: number) =>
    widths.map((width, index) => Math.max(Math.min(width, limit), least[index]!));
  let limit = 0;
  while (limit < available && sum(limited(limit + 1)) <= available) limit++;
  const fitted = limited(limit);
  // The remainder of the division goes to the first shortened columns.
  let rest = available - sum(fitted);
  return fitted.map((width, index) => {
    if (rest <= 0 || width !== limit || width >= widths[index]!) return width;
    rest--;
    return width + 1;
  });
}

/**
 * Formats the notice of a table with hidden columns.
 *
 * @param remedy The flag or key that shows them.
 */
export function formatHidden(hidden: number, remedy = "--wide"): string {
  return `${hidden} ${hidden === 1 ? "column" : "columns"} hidden: ${remedy}`;
}

function pick(values: readonly number[], indexes: readonly number[]): number[] {
  return indexes.map((index) => values[index]!);
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
