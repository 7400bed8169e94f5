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

/** Minimum width of a shortened cell, if columns can be hidden. */
export const MIN_WIDTH = 24;

/** Minimum width of a shortened cell, if all columns are selected by the user. */
const MIN_SELECTED_WIDTH = 5;

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
  /** Whether all rows are known: a node that all rows have can be hidden. */
  readonly isFinite?: boolean | undefined;
  /** An identity of which a few cells may make their lines longer than the terminal. */
  readonly longTail?: LongTail | undefined;
}

/** A column with a few long cells. */
export interface LongTail {
  readonly index: number;
  /** Width that nine of ten cells do not exceed. */
  readonly commonWidth: number;
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
  /** Index of the column whose longer cells are not shortened. */
  readonly overflowing?: number;
}

/**
 * Returns the columns that make lines fit the terminal. A wide padding is reduced to 2. When that
 * is not enough, columns are hidden: first redundant ones and columns of `hideFirst` with one value
 * for all rows; then, unless shortening the cells longer than 24 is enough, the others with one
 * value, and the least important, which are `hideFirst` and then from right to left. NODE, ID, NAME
 * and further identities are not shortened, nor hidden unless `hideFirst` names them; with NODE
 * only, the first column after it is not hidden. Where a few long identities would hide columns,
 * their lines become longer instead. When identities do not fit, all lines are longer than the
 * terminal: the unimportant columns are hidden. Returns undefined when the table fits as it is, or
 * cannot fit.
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
  const order = canHide ? hidingOrder(all, options) : [];
  for (const index of order) {
    if (needs(widths) <= columns) break;
    if (isDispensable(all[index]!, options)) hidden.add(index);
  }
  const dispensable = [...hidden];
  for (const index of order) {
    if (needs(least) <= columns) break;
    hidden.add(index);
  }
  // Lines of identities alone are of no use.
  const isBare = shown().every((index) => identifies(all[index]!)) && hidden.size > 0;
  if (canHide && (isBare || needs(least) > columns)) {
    const fit = fitLongTail(all, options, needs(least) > columns);
    if (fit !== undefined) return fit;
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

/**
 * Fits a table with a few long identities by the width of the common ones; if `isNarrow`, by a
 * third of the terminal. Returns undefined without such a column, and when that is not enough.
 */
function fitLongTail(
  all: readonly FitColumn[],
  options: FitOptions,
  isNarrow: boolean,
): Fit | undefined {
  const { longTail, columns } = options;
  if (longTail === undefined) return undefined;
  const { index: long, commonWidth } = longTail;
  const most = isNarrow ? Math.min(commonWidth, Math.floor(columns / 3)) : commonWidth;
  const width = Math.max(most, MIN_WIDTH);
  if (all[long]!.width <= width) return undefined;
  const limited = all.map((column, index) => index === long ? { ...column, width } : column);
  const fit = fitColumns(limited, { ...options, longTail: undefined }) ?? {
    shown: [...all.keys()],
    widths: limited.map((column) => column.width),
    padding: options.padding,
    hidden: 0,
  };
  const rest = columns - lineWidth(fit.widths, fit.padding);
  if (rest < 0) return undefined;
  const widths = fit.shown.map((index, at) => fit.widths[at]! + (index === long ? rest : 0));
  return { ...fit, widths, overflowing: long };
}

/** Reports whether a column is hidden before cells of others are shortened. */
function isDispensable(
  { header, isUniform, isRedundant = false }: FitColumn,
  { hideFirst = [], isSingleRow = false }: FitOptions,
): boolean {
  return isRedundant || (isUniform || isSingleRow) && hideFirst.includes(header);
}

/** Returns the width that a column is not shortened below. */
function leastWidth(column: FitColumn, canHide: boolean): number {
  const { header, width, minWidth = MIN_WIDTH } = column;
  if (identifies(column)) return width;
  if (!canHide) return Math.min(width, MIN_SELECTED_WIDTH);
  return Math.min(width, Math.max(minWidth, countCodePoints(header)));
}

/** Returns the indexes of the columns that can be hidden, the first to hide first. */
function hidingOrder(
  all: readonly FitColumn[],
  { hideFirst = [], isFinite = false }: FitOptions,
): number[] {
  const isKept = (column: FitColumn) => identifies(column) && !hideFirst.includes(column.header);
  const isOnlyNode = ({ header, isUniform }: FitColumn) =>
    isFinite && header === "NODE" && isUniform;
  // Without identities besides the node, the first column identifies the row.
  const first = all.some((column) => column.header !== "NODE" && isKept(column))
    ? -1
    : all.findIndex(({ header }) => !["NODE", "*", ...hideFirst].includes(header));
  const rank = (index: number) => {
    const listed = hideFirst.indexOf(all[index]!.header);
    return listed >= 0 ? listed : hideFirst.length + all.length - index;
  };
  const group = (column: FitColumn) =>
    column.isRedundant ? 0 : isOnlyNode(column) ? 2 : column.isUniform ? 1 : 3;
  return all.flatMap((column, index) =>
    index === first || column.header === "*" || isKept(column) && !isOnlyNode(column) ? [] : [index]
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
