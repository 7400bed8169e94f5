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
  initial: Partial<Pick<TableState, "sort" | "isWide" | "intervalMs">>,
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
  const last = Math.max(0, visibleRows(state).length - page);
  const scroll = (rows: number) => ({
    ...state,
    offset: Math.min(Math.max(state.offset + rows, 0), last),
  });
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
      return scroll(-page);
    case "page-down":
      return scroll(page);
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
