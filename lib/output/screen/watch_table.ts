/**
 * Runs a full-screen table that is refreshed at an interval or by events.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { parseSortColumn, selectColumns } from "../column_selection.ts";
import { headersOf, type View } from "../rows.ts";
import type { Size } from "./frame.ts";
import { runFullScreen, type ScreenSystem } from "./full_screen.ts";
import { drawTable, pageSize, type TableLook } from "./table_frame.ts";
import {
  createTableState,
  pressKey,
  type ScreenRow,
  type ScreenSort,
  type ScreenTable,
  type TableState,
} from "./table_state.ts";

/** The parts of `System` that the screen uses. */
export type WatchSystem = ScreenSystem & { readonly clock: Clock };

/** Options of {@linkcode watchTable}. */
export interface WatchOptions extends TableLook {
  /** Initial order. */
  readonly sort?: ScreenSort | undefined;
  readonly isWide?: boolean;
  readonly source: TableSource;
}

/** Source of tables: polled, or a function that receives an update for each change. */
export type TableSource =
  | { readonly intervalMs: number; read(): Promise<ScreenTable> }
  | { follow(update: (table: ScreenTable) => void): Promise<void> };

/**
 * Shows a table until q or ^C is pressed.
 *
 * @throws Errors of the source, and the reason of an interruption.
 */
export async function watchTable(system: WatchSystem, options: WatchOptions): Promise<void> {
  const { source, sort, isWide = false } = options;
  let state: TableState = createTableState({
    sort,
    isWide,
    intervalMs: "read" in source ? source.intervalMs : undefined,
  });
  let size: Size = { columns: 80, rows: 24 };
  let pending: ScreenTable | undefined;
  let changed = (_before: TableState) => {};
  const program = {
    draw(current: Size) {
      size = current;
      return drawTable(state, options, size);
    },
    key(name: string) {
      const page = pageSize(state, size);
      const next = pressKey(state, name, { page, sortKeys: options.sortKeys });
      if (next === undefined) return true;
      const before = state;
      state = next;
      changed(before);
      return false;
    },
  };
  await runFullScreen(system, program, (screen) => {
    const show = (table: ScreenTable) => {
      pending = table;
      if (state.isPaused) return;
      state = { ...state, table };
      screen.redraw();
    };
    const poll = "read" in source ? startPolling(system.clock, source.read, show, screen.fail) : {
      restart() {},
      stop() {},
    };
    if ("read" in source) poll.restart(0, () => state.intervalMs!);
    else source.follow(show).catch(screen.fail);
    changed = (before) => {
      if (before.isPaused && !state.isPaused && pending) state = { ...state, table: pending };
      if (before.intervalMs !== state.intervalMs) {
        poll.restart(state.intervalMs!, () => state.intervalMs!);
      }
      screen.redraw();
    };
    return () => {
      changed = () => {};
      poll.stop();
    };
  });
}

/** Reads tables, each an interval after the last response. */
function startPolling(
  clock: Clock,
  read: () => Promise<ScreenTable>,
  show: (table: ScreenTable) => void,
  fail: (error: unknown) => void,
) {
  let cancel = () => {};
  let isReading = false;
  let isStopped = false;
  const restart = (delayMs: number, intervalMs: () => number) => {
    const refresh = async () => {
      isReading = true;
      try {
        const table = await read();
        if (!isStopped) show(table);
      } catch (error) {
        fail(error);
        return;
      } finally {
        isReading = false;
      }
      if (!isStopped) cancel = clock.after(intervalMs(), refresh);
    };
    // The current read schedules the next one with the new interval.
    if (isReading) return;
    cancel();
    if (delayMs === 0) void refresh();
    else cancel = clock.after(delayMs, refresh);
  };
  const stop = () => {
    isStopped = true;
    cancel();
  };
  return { restart, stop };
}

/** Columns of a view for the screen. */
export interface ScreenColumns<Row> {
  readonly headers: readonly string[];
  readonly keyHeaders: readonly string[];
  toRow(node: string, row: Row): ScreenRow;
  /** Parses `--sort-by`. */
  parseSort(text: string): ScreenSort;
}

/**
 * Returns the columns of a view.
 *
 * @param names Headers of the columns to show; all when empty.
 * @throws {OsctlError} of kind `usage` for an unknown column.
 */
export function createScreenColumns<Row>(
  view: View<Row>,
  names: readonly string[],
): ScreenColumns<Row> {
  const all = headersOf(view, {});
  const selected = selectColumns(all, names, "the table") ?? all.map((_, index) => index);
  const pick = <T>(values: readonly T[]) => selected.map((index) => values[index]!);
  const headers = pick(all);
  // Rows that belong to no node have no column NODE.
  const first = <T>(value: T) => view.local ? [] : [value];
  return {
    headers,
    keyHeaders: all,
    toRow(node, row) {
      const cells = [...first(node), ...view.columns.map(({ cell }) => cell(row))];
      return {
        cells: pick(cells),
        tints: pick([...first(undefined), ...view.columns.map(({ tint }) => tint?.(row))]),
        keys: [...first(node), ...view.columns.map(({ cell, key }) => key ? key(row) : cell(row))],
      };
    },
    parseSort(text) {
      const { index, isDescending } = parseSortColumn(all, text, "the table");
      return { header: all[index]!, isDescending };
    },
  };
}
