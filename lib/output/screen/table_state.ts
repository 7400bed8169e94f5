/**
 * State of a full-screen table: sorting, filter, scrolling and interval, changed by keys.
 *
 * @module
 */
import { compareNatural } from "../natural_order.ts";
import type { Tint } from "../rows.ts";

/** A row. */
export interface ScreenRow {
  /** The text of each column. */
  readonly cells: readonly string[];
  readonly tints: readonly (Tint | undefined)[];
  /** The values to sort by, of the table's `keyHeaders`. */
  readonly keys: readonly (string | number | bigint)[];
  /** Identifies the row for the cursor. */
  readonly id?: string;
  /** Draws the row faintly: its data is old. */
  readonly isDim?: boolean;
  readonly isMarked?: boolean;
  /** Replaces the cells after the first one. */
  readonly message?: { readonly text: string; readonly tint: Tint | undefined };
}

/** The content of the screen. */
export interface ScreenTable {
  /** The visible columns. */
  readonly headers: readonly string[];
  /** All columns. */
  readonly keyHeaders: readonly string[];
  readonly rows: readonly ScreenRow[];
  /** Texts about failed nodes. */
  readonly failures: readonly string[];
  /** Spaces between columns; default 2. */
  readonly padding?: number;
  /**
   * Headers of the least important columns, which a narrow screen hides first; without it, no column
   * is hidden.
   */
  readonly hideFirst?: readonly string[];
}

/** Order of rows. */
export interface ScreenSort {
  readonly header: string;
  readonly isDescending: boolean;
}

/** State of the screen. */
export interface TableState {
  /** Undefined until the first response. */
  readonly table: ScreenTable | undefined;
  /** Undefined for the order of the table. */
  readonly sort: ScreenSort | undefined;
  /** Shows rows with this text, ignoring case. */
  readonly filter: string;
  readonly isEditing: boolean;
  /** Index of the first visible row. */
  readonly offset: number;
  /** The ID of the selected row, the first one when it is not visible; undefined: no cursor. */
  readonly cursor?: string | undefined;
  readonly isWide: boolean;
  readonly isPaused: boolean;
  readonly showsHelp: boolean;
  /** Undefined for a table that is updated by events. */
  readonly intervalMs: number | undefined;
}

/** Intervals of the keys + and -, milliseconds. */
const INTERVALS_MS = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

/** Creates the state of an empty screen. */
export function createTableState(
  initial: Partial<Pick<TableState, "sort" | "isWide" | "intervalMs" | "cursor">>,
): TableState {
  return {
    table: undefined,
    sort: undefined,
    filter: "",
    isEditing: false,
    offset: 0,
    isWide: false,
    isPaused: false,
    showsHelp: false,
    intervalMs: undefined,
    ...initial,
  };
}

/** Returns the filtered rows in order. */
export function visibleRows({ table, sort, filter }: TableState): readonly ScreenRow[] {
  if (table === undefined) return [];
  const wanted = filter.toLowerCase();
  const rows = wanted === ""
    ? table.rows
    : table.rows.filter(({ cells }) => cells.some((cell) => cell.toLowerCase().includes(wanted)));
  const index = sort === undefined ? -1 : table.keyHeaders.indexOf(sort.header);
  if (sort === undefined || index < 0) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => direction * compareKeys(a.keys[index]!, b.keys[index]!));
}

/** Returns the index of the selected row among the visible ones. */
export function cursorIndex({ cursor }: TableState, rows: readonly ScreenRow[]): number {
  return Math.max(rows.findIndex(({ id }) => id === cursor), 0);
}

/** Returns the index of the first drawn row, so that the page is full and has the cursor. */
export function firstRow(state: TableState, rows: readonly ScreenRow[], page: number): number {
  const offset = Math.min(state.offset, Math.max(rows.length - page, 0));
  if (state.cursor === undefined) return offset;
  const index = cursorIndex(state, rows);
  return Math.max(Math.min(offset, index), index - page + 1);
}

function compareKeys(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === "string" || typeof b === "string") return compareNatural(String(a), String(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Keys that sort by a column, in descending order. */
export type SortKeys = Readonly<Record<string, string>>;

/**
 * Returns the state after a key; undefined when the key ends the program.
 *
 * @param page Number of visible rows.
 */
export function pressKey(
  state: TableState,
  key: string,
  { page, sortKeys }: { readonly page: number; readonly sortKeys: SortKeys },
): TableState | undefined {
  if (key === "ctrl-c") return undefined;
  if (state.isEditing) return editFilter(state, key);
  if (state.showsHelp) return { ...state, showsHelp: false };
  const column = sortKeys[key];
  if (column !== undefined) return { ...state, sort: { header: column, isDescending: true } };
  const scroll = (rows: number) => scrollBy(state, rows, page);
  switch (key) {
    case "q":
      return undefined;
    case "?":
      return { ...state, showsHelp: true };
    case "up":
    case "k":
      return scroll(-1);
    case "down":
    case "j":
      return scroll(1);
    case "page-up":
    case "ctrl-b":
      return scroll(-page);
    case "page-down":
    case "ctrl-f":
      return scroll(page);
    case "ctrl-u":
      return scroll(-Math.ceil(page / 2));
    case "ctrl-d":
      return scroll(Math.ceil(page / 2));
    case "wheel-up":
      return scroll(-WHEEL_ROWS);
    case "wheel-down":
      return scroll(WHEEL_ROWS);
    case "home":
    case "g":
      return scroll(-Infinity);
    case "end":
    case "G":
      return scroll(Infinity);
    case "/":
      return { ...state, isEditing: true };
    case "escape":
      return { ...state, filter: "", offset: 0 };
    case "<":
    case "left":
      return sortByNext(state, -1);
    case ">":
    case "right":
      return sortByNext(state, 1);
    case "o":
      return state.sort === undefined ? state : {
        ...state,
        sort: { ...state.sort, isDescending: !state.sort.isDescending },
      };
    case "w":
      return { ...state, isWide: !state.isWide };
    case " ":
      return { ...state, isPaused: !state.isPaused };
    case "+":
      return changeInterval(state, 1);
    case "-":
      return changeInterval(state, -1);
  }
  return state;
}

/** Rows per step of the mouse wheel. */
const WHEEL_ROWS = 3;

/** Moves the cursor, or the first row without one. */
function scrollBy(state: TableState, by: number, page: number): TableState {
  const rows = visibleRows(state);
  const clamp = (index: number, last: number) => Math.min(Math.max(index, 0), Math.max(last, 0));
  if (state.cursor === undefined) {
    return { ...state, offset: clamp(state.offset + by, rows.length - page) };
  }
  const next = clamp(cursorIndex(state, rows) + by, rows.length - 1);
  const moved = { ...state, cursor: rows[next]?.id ?? "" };
  return { ...moved, offset: firstRow(moved, rows, page) };
}

function editFilter(state: TableState, key: string): TableState {
  if (key === "enter") return { ...state, isEditing: false };
  if (key === "escape") return { ...state, isEditing: false, filter: "", offset: 0 };
  const points = [...state.filter];
  if (key === "backspace") return { ...state, filter: points.slice(0, -1).join(""), offset: 0 };
  // Other keys have names of several characters.
  return [...key].length === 1 ? { ...state, filter: state.filter + key, offset: 0 } : state;
}

/** Sorts by the next or previous column; first by the first or last one. */
function sortByNext(state: TableState, step: 1 | -1): TableState {
  const headers = state.table?.headers ?? [];
  if (headers.length === 0) return state;
  const index = state.sort === undefined ? -1 : headers.indexOf(state.sort.header);
  const next = index < 0 ? (step > 0 ? 0 : headers.length - 1) : index + step;
  const header = headers.at(next % headers.length)!;
  return { ...state, sort: { header, isDescending: state.sort?.isDescending ?? false } };
}

function changeInterval(state: TableState, step: 1 | -1): TableState {
  const { intervalMs } = state;
  if (intervalMs === undefined) return state;
  const next = step > 0
    ? INTERVALS_MS.find((ms) => ms > intervalMs)
    : INTERVALS_MS.findLast((ms) => ms < intervalMs);
  return { ...state, intervalMs: next ?? intervalMs };
}
