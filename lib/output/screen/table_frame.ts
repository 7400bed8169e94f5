/**
 * Draws a full-screen table with its status line and help.
 *
 * @module
 */
import { formatDuration } from "../duration.ts";
import { fitColumns, formatHidden, shortenMiddle } from "../fit_columns.ts";
import type { Tint } from "../rows.ts";
import { escapeControls } from "../text.ts";
import { clipText, textWidth } from "./char_width.ts";
import { Frame, type Size, type Style } from "./frame.ts";
import {
  cursorIndex,
  firstRow,
  type ScreenRow,
  type SortKeys,
  type TableState,
  visibleRows,
} from "./table_state.ts";

/** Spaces between columns. */
const PADDING = 2;
/** Maximum number of lines about failed nodes. */
const MAX_FAILURES = 3;

const STYLES: Readonly<Record<Tint, Style>> = { red: "31", green: "32", yellow: "33" };

/** Options of a table's screen. */
export interface TableLook {
  /** The command, for the status line. */
  readonly title: string;
  readonly sortKeys: SortKeys;
  readonly colour: boolean;
}

/** Returns the number of rows that fit. */
export function pageSize({ table }: TableState, { rows }: Size): number {
  return Math.max(rows - 2 - countFailures(table?.failures ?? []), 1);
}

function countFailures(failures: readonly string[]): number {
  return Math.min(failures.length, MAX_FAILURES);
}

/** Draws the state. */
export function drawTable(state: TableState, look: TableLook, size: Size): Frame {
  const frame = new Frame(size);
  const last = size.rows - 1;
  const style = (wanted: Style) => look.colour ? wanted : "";
  let hidden = 0;
  if (state.showsHelp) drawHelp(frame, look);
  else if (state.table === undefined) frame.text(0, 0, "loading …", style("2"));
  else hidden = drawRows(frame, state, { top: 0, page: pageSize(state, size) }, look.colour);
  if (!state.showsHelp) drawFailures(frame, state, look);
  const status = statusText(state, look, hidden);
  // Inverse also without colour: it separates the line from the table.
  frame.text(0, last, status.padEnd(size.columns), "7");
  return frame;
}

/** The rows of the screen for a table. */
export interface TableArea {
  /** The row of the header. */
  readonly top: number;
  /** The number of rows below it. */
  readonly page: number;
}

/** Draws header and rows of the current table. Returns the number of hidden columns. */
export function drawRows(
  frame: Frame,
  state: TableState,
  { top, page }: TableArea,
  colour: boolean,
): number {
  const { size } = frame;
  const { headers, padding: given = PADDING, hideFirst } = state.table!;
  const rows = visibleRows(state);
  const offset = firstRow(state, rows, page);
  const titles = headers.map((header) =>
    header === state.sort?.header ? `${header}${state.sort.isDescending ? "↓" : "↑"}` : header
  );
  const texts = rows.map(({ cells }) => cells.map(escapeControls));
  const natural = titles.map((title, index) =>
    Math.max(
      textWidth(title),
      ...texts.map((cells, row) =>
        index > 0 && rows[row]!.message !== undefined ? 0 : textWidth(cells[index]!)
      ),
    )
  );
  // Values change with every refresh; columns that have one value now are shown for stability.
  const columns = natural.map((width, index) => ({
    header: headers[index]!,
    width,
    isUniform: false,
  }));
  const fit = state.isWide ? undefined : fitColumns(columns, {
    padding: given,
    columns: size.columns,
    hideFirst,
    canHide: hideFirst !== undefined,
  });
  const { widths, padding, shown } = fit ??
    { widths: natural, padding: given, shown: headers.map((_, index) => index) };
  const draw = (row: number, cells: readonly string[], styleOf: (index: number) => Style) => {
    let column = 0;
    for (const [at, index] of shown.entries()) {
      const cell = cells[index] ?? "";
      const width = widths[at]!;
      const text = fit ? shortenMiddle(cell, width) : cell;
      // Wide characters may take more cells than the column has.
      frame.text(column, row, text, styleOf(index), column + width);
      column += width + padding;
    }
  };
  draw(top, titles, () => colour ? "1" : "");
  const selected = state.cursor === undefined ? -1 : cursorIndex(state, rows);
  for (let index = offset; index < Math.min(offset + page, rows.length); index++) {
    const row = rows[index]!;
    const at = top + 1 + index - offset;
    const base: Style = index === selected ? "7" : row.isDim ? "2" : row.isMarked ? "1" : "";
    if (base === "7") frame.fill(0, at, base);
    const styleOf = (column: number): Style => withTint(base, row.tints[column], colour);
    if (row.message === undefined) draw(at, texts[index]!, styleOf);
    else drawMessage(frame, at, row, { base, colour, column: widths[0]! + padding });
  }
  return fit?.hidden ?? 0;
}

function drawMessage(
  frame: Frame,
  at: number,
  { cells, message }: ScreenRow,
  { base, colour, column }: { base: Style; colour: boolean; column: number },
): void {
  frame.text(0, at, cells[0] ?? "", base, column - 1);
  const text = clipText(message!.text, frame.size.columns - column);
  frame.text(column, at, text, withTint(base, message!.tint, colour));
}

function withTint(base: Style, tint: Tint | undefined, colour: boolean): Style {
  if (tint === undefined || !colour || base === "2") return base;
  const style = STYLES[tint];
  return base === "" ? style : `${base};${style}` as Style;
}

function drawFailures(frame: Frame, { table }: TableState, { colour }: TableLook): void {
  const failures = table?.failures ?? [];
  const count = countFailures(failures);
  const first = frame.size.rows - 1 - count;
  for (const [index, failure] of failures.slice(0, count).entries()) {
    if (first + index < 1) continue;
    const more = index === count - 1 && failures.length > count
      ? ` (and ${failures.length - count} more)`
      : "";
    frame.text(0, first + index, failure + more, colour ? "31" : "");
  }
}

function statusText(state: TableState, { title }: TableLook, hidden: number): string {
  if (state.isEditing) return `/${state.filter}_  Enter keeps the filter, Esc clears it`;
  const { table, filter, sort, intervalMs, isPaused } = state;
  const shown = visibleRows(state).length;
  const all = table?.rows.length ?? 0;
  const parts = [
    "?: keys",
    title,
    shown === all ? `${all} rows` : `${shown} of ${all} rows`,
    ...(sort ? [`sort: ${sort.isDescending ? "-" : ""}${sort.header}`] : []),
    ...(filter === "" ? [] : [`filter: ${filter}`]),
    ...(hidden === 0 ? [] : [formatHidden(hidden, "w")]),
    isPaused ? "paused" : intervalMs === undefined ? "live" : `every ${formatDuration(intervalMs)}`,
  ];
  return ` ${parts.join("  ")}`;
}

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["↑ ↓ PgUp PgDn Home End", "scroll"],
  ["< >", "sort by the previous or next column"],
  ["o", "reverse the order"],
  ["/", "filter rows; Esc clears the filter"],
  ["w", "all columns in full, or fitted to the screen"],
  ["Space", "pause and resume"],
  ["- +", "refresh more or less often"],
  ["q", "quit"],
];

function drawHelp(frame: Frame, { title, sortKeys, colour }: TableLook): void {
  const keys = [
    ...KEYS.slice(0, -1),
    ...Object.entries(sortKeys).map(([key, header]) => [key, `sort by ${header}`] as const),
    ...KEYS.slice(-1),
  ];
  const width = Math.max(...keys.map(([key]) => key.length));
  frame.text(0, 0, `Keys of ${title}`, colour ? "1" : "");
  for (const [index, [key, meaning]] of keys.entries()) {
    if (2 + index >= frame.size.rows - 1) break;
    frame.text(2, 2 + index, `${key.padEnd(width)}  ${meaning}`);
  }
}
