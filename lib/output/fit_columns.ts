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

function identifies({ header, isIdentity: given }: FitColumn): boolean {
  return given ?? isIdentity(header);
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
  /** Whether all cells are empty or repeat the ID or name of their row. */
  readonly isRedundant?: boolean;
  /** Width to keep by hiding less important columns; default 24. */
  readonly minWidth?: number;
  /** Whether it identifies a row; default: whether {@linkcode isIdentity} holds for the header. */
  readonly isIdentity?: boolean;
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
  /** Whether the table has one row, whose values cannot be compared with others. */
  readonly isSingleRow?: boolean | undefined;
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
 * not enough, columns are hidden: first redundant ones and columns of `hideFirst` with one value for
 * all rows; then, unless shortening the cells longer than 24 is enough, the others with one value,
 * and the least important, which are `hideFirst` and then from right to left.
 * NODE, ID, NAME and further identities are neither hidden nor shortened; with NODE only, the first
 * column after it is not hidden. When these do not fit, the line is longer than the terminal: the unimportant
 * columns are hidden.
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
  const hidden = new Set<number>();
  const shown = () => shownAll.filter((index) => !hidden.has(index));
  const needs = (width: readonly number[]) => lineWidth(pick(width, shown()), padding);
  const order = canHide ? hidingOrder(all, options.hideFirst ?? []) : [];
  for (const index of order) {
    if (needs(widths) <= columns) break;
    if (isDispensable(all[index]!, options)) hidden.add(index);
  }
  const dispensable = [...hidden];
  for (const index of order) {
    if (needs(least) <= columns) break;
    hidden.add(index);
  }
  if (needs(least) > columns) {
    if (!canHide) return undefined;
    const isLeast = (index: number) =>
      all[index]!.isUniform || (options.hideFirst ?? []).includes(all[index]!.header);
    const keeps = order.filter((index) => !dispensable.includes(index) && !isLeast(index));
    for (const index of keeps) hidden.delete(index);
    return { shown: shown(), widths: pick(least, shown()), padding, hidden: hidden.size };
  }
  // The last column to be hidden may leave space for a narrower one.
  for (const index of order.toReversed()) {
    const { isUniform, isRedundant = false } = all[index]!;
    if (!hidden.has(index) || isUniform || isRedundant) continue;
    hidden.delete(index);
    if (needs(least) > columns) hidden.add(index);
  }
  const indexes = shown();
  const available = columns - padding * (indexes.length - 1);
  const fitted = distribute(pick(widths, indexes), pick(least, indexes), available);
  return { shown: indexes, widths: fitted, padding, hidden: hidden.size };
}

/** Whether a column is hidden before cells of others are shortened. */
function isDispensable(
  { header, isUniform, isRedundant = false }: FitColumn,
  { hideFirst = [], isSingleRow = false }: FitOptions,
): boolean {
  return isRedundant || (isUniform || isSingleRow) && hideFirst.includes(header);
}

/** Returns the width that a column is not shortened below. */
function leastWidth(column: FitColumn, canHide: boolean): number {
  const { header, width, minWidth = LEAST_WIDTH } = column;
  if (identifies(column)) return width;
  if (!canHide) return Math.min(width, LEAST_SELECTED_WIDTH);
  return Math.min(width, Math.max(minWidth, countCodePoints(header)));
}

/** Returns the indexes of the columns that can be hidden, the first to hide first. */
function hidingOrder(all: readonly FitColumn[], hideFirst: readonly string[]): number[] {
  // Without identities besides the node, the first column identifies the row.
  const first = all.some((column) => column.header !== "NODE" && identifies(column))
    ? -1
    : all.findIndex(({ header }) => header !== "NODE" && header !== "*");
  const rank = (index: number) => {
    const listed = hideFirst.indexOf(all[index]!.header);
    return listed >= 0 ? listed : hideFirst.length + all.length - index;
  };
  const group = ({ isUniform, isRedundant = false }: FitColumn) =>
    isRedundant ? 0 : isUniform ? 1 : 2;
  return all.flatMap((column, index) =>
    index === first || column.header === "*" || identifies(column) ? [] : [index]
  ).sort((a, b) => group(all[a]!) - group(all[b]!) || rank(a) - rank(b));
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

/**
 * Shortens a cell to `width` with an ellipsis in the middle, or a list after its last whole element
 * that fits. Keeps its SGR sequences.
 */
export function shortenMiddle(cell: string, width: number): string {
  if (countCodePoints(cell) <= width) return cell;
  const [, start, text, end] = CELL.exec(cell)!;
  const points = [...text!];
  if (points.length <= width) return cell;
  const list = shortenList(text!, width);
  if (list !== undefined) return start! + list + end!;
  const head = Math.ceil((width - 1) / 2);
  const tail = width - 1 - head;
  const shortened = points.slice(0, head).join("") + "…" +
    (tail > 0 ? points.slice(-tail).join("") : "");
  return start! + shortened + end!;
}

/** A list of elements without spaces, in brackets or not. */
const LIST = /^(\[?)([^\s,]+(?:,[^\s,]+)*,[^\s,]+?)(\]?)$/u;

/** Returns the first elements of a list that fit; undefined for other texts and if none fits. */
function shortenList(text: string, width: number): string | undefined {
  const [, open, elements, close] = LIST.exec(text) ?? [];
  if (elements === undefined) return undefined;
  let shortened: string | undefined;
  let shown = "";
  for (const element of elements.split(",")) {
    shown += `${element},`;
    const candidate = `${open}${shown}…${close}`;
    if (countCodePoints(candidate) > width) break;
    shortened = candidate;
  }
  return shortened;
}
