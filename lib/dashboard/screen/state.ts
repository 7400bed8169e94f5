/**
 * State of the dashboard's screen, changed by keys.
 *
 * @module
 */
import {
  createTableState,
  cursorIndex,
  pressKey,
  type TableState,
  visibleRows,
} from "../../output/screen/table_state.ts";
import { KERNEL_LOG, type Pane, PANES } from "../source.ts";

/** Views in the order of their number keys. */
export const VIEWS = ["overview", "node", "etcd", "events"] as const;

/** A view. */
export type ViewName = typeof VIEWS[number];

/** A table of a view or pane. */
export type TableName =
  | "overview"
  | "processes"
  | "services"
  | "network"
  | "disks"
  | "resources"
  | "etcd"
  | "events";

/** The log pane. */
export interface LogState {
  /** The kernel log, or a service. */
  readonly source: string;
  /** Lines below the last visible one when it was scrolled; 0: the newest line stays visible. */
  readonly offset: number;
  /** Lines of the log at that time. */
  readonly count?: number;
}

/** Returns the lines below the last visible one, so that new lines do not move those on screen. */
export function logOffset({ offset, count = 0 }: LogState, current: number): number {
  return offset === 0 ? 0 : offset + Math.max(current - count, 0);
}

/** State of the screen. */
export interface DashboardState {
  readonly view: ViewName;
  readonly pane: Pane;
  /** The selected node. */
  readonly node: string;
  readonly tables: Readonly<Record<TableName, TableState>>;
  readonly log: LogState;
  /** Whether panes other than the summary show the log too. */
  readonly isLogOpen: boolean;
  /** Milliseconds. */
  readonly intervalMs: number;
}

/** Creates the initial state. */
export function createState(
  node: string,
  intervalMs: number,
  overview: Partial<Pick<TableState, "sort" | "isWide">> = {},
): DashboardState {
  const table = (header?: string) =>
    createTableState({
      intervalMs,
      cursor: "",
      ...(header === undefined ? {} : { sort: { header, isDescending: true } }),
    });
  return {
    view: "overview",
    pane: "summary",
    node,
    tables: {
      overview: createTableState({ intervalMs, cursor: node, ...overview }),
      processes: table("CPU%"),
      services: table(),
      network: table(),
      disks: table(),
      resources: table(),
      etcd: createTableState({ intervalMs, cursor: node }),
      events: table(),
    },
    log: { source: KERNEL_LOG, offset: 0 },
    isLogOpen: false,
    intervalMs,
  };
}

const PANE_TABLES: Readonly<Record<Pane, TableName | undefined>> = {
  summary: undefined,
  monitor: "processes",
  services: "services",
  network: "network",
  disks: "disks",
  resources: "resources",
};

/** Returns the table that keys change; undefined in the summary. */
export function currentTable({ view, pane }: DashboardState): TableName | undefined {
  return view === "node" ? PANE_TABLES[pane] : view;
}

/** Reports whether a log is on screen. */
export function showsLog({ view, pane, isLogOpen }: DashboardState): boolean {
  return view === "node" && (pane === "summary" || isLogOpen);
}

/** Facts about the drawn data that keys depend on. */
export interface KeyContext {
  /** Nodes in order. */
  readonly nodes: readonly string[];
  /** Rows of the current table on screen. */
  readonly page: number;
  /** Lines of the log on screen, and in all. */
  readonly logPage: number;
  readonly logLines: number;
  /** Lines of the log since it was opened. */
  readonly logCount: number;
  /** Services of the selected node. */
  readonly services: readonly string[];
}

/** Keys that sort by a column, by table. */
const SORT_KEYS: Readonly<Partial<Record<TableName, Readonly<Record<string, string>>>>> = {
  overview: { c: "CPU", m: "MEM" },
  processes: { c: "CPU%", m: "MEM%" },
};

/** Keys that scroll by more than one row; they scroll a log on screen. */
const LOG_SCROLL: Readonly<Record<string, (page: number) => number>> = {
  "page-up": (page) => page,
  "ctrl-b": (page) => page,
  "page-down": (page) => -page,
  "ctrl-f": (page) => -page,
  "ctrl-u": (page) => Math.ceil(page / 2),
  "ctrl-d": (page) => -Math.ceil(page / 2),
  "wheel-up": () => 3,
  "wheel-down": () => -3,
  "home": () => Infinity,
  "g": () => Infinity,
  "end": () => -Infinity,
  "G": () => -Infinity,
};

/** Returns the state after a key; undefined when the key ends the program. */
export function pressDashboardKey(
  state: DashboardState,
  key: string,
  context: KeyContext,
): DashboardState | undefined {
  if (key === "ctrl-c") return undefined;
  const name = currentTable(state);
  const table = name && state.tables[name];
  if (table?.isEditing) return withTable(state, key, context);
  const view = VIEWS[Number(key) - 1];
  if (view !== undefined) return { ...state, view };
  switch (key) {
    case "q":
      return undefined;
    case "f1":
      return { ...state, view: "node", pane: "summary" };
    case "f2":
      return { ...state, view: "node", pane: "monitor" };
    case "tab":
      return nextPane(state, 1);
    case "shift-tab":
      return nextPane(state, -1);
    case "right":
    case "n":
      return nextNode(state, context, 1);
    case "left":
    case "h":
    case "N":
      return nextNode(state, context, -1);
    case "l":
      return toggleLog(state);
    case "]":
      return nextLog(state, context, 1);
    case "[":
      return nextLog(state, context, -1);
    case "enter":
      return open(state);
    case "escape":
      return leave(state, context);
    case " ":
      return state;
  }
  if (showsLog(state)) {
    const scroll = name === undefined && ["up", "k"].includes(key)
      ? () => 1
      : name === undefined && ["down", "j"].includes(key)
      ? () => -1
      : LOG_SCROLL[key];
    if (scroll) return scrollLog(state, scroll(context.logPage), context);
  }
  return withTable(state, key, context);
}

/** Passes a key to the current table; its cursor selects the node. */
function withTable(state: DashboardState, key: string, context: KeyContext): DashboardState {
  const name = currentTable(state);
  if (name === undefined) {
    return key === "+" || key === "-" ? changeInterval(state, key) : state;
  }
  const before = state.tables[name];
  const after = pressKey(before, key, { page: context.page, sortKeys: SORT_KEYS[name] ?? {} });
  if (after === undefined) return state;
  const next = { ...state, tables: { ...state.tables, [name]: after } };
  if (after.intervalMs !== before.intervalMs) return withInterval(next, after.intervalMs!);
  if (after.cursor === before.cursor || after.cursor === undefined) return next;
  if (name === "overview" || name === "etcd") return selectNode(next, after.cursor);
  if (name === "services" && state.isLogOpen) {
    return { ...next, log: { source: after.cursor, offset: 0 } };
  }
  return next;
}

function changeInterval(state: DashboardState, key: string): DashboardState {
  const table = pressKey(state.tables.overview, key, { page: 1, sortKeys: {} });
  return table === undefined ? state : withInterval(state, table.intervalMs!);
}

function withInterval(state: DashboardState, intervalMs: number): DashboardState {
  const tables = Object.fromEntries(
    Object.entries(state.tables).map(([name, table]) => [name, { ...table, intervalMs }]),
  ) as Record<TableName, TableState>;
  return { ...state, intervalMs, tables };
}

/** Selects a node, whose rows are shown from the start. */
export function selectNode(state: DashboardState, node: string): DashboardState {
  if (node === state.node) return state;
  const { tables } = state;
  const reset = (name: TableName) => ({ ...tables[name], cursor: "", offset: 0 });
  return {
    ...state,
    node,
    tables: {
      ...tables,
      overview: { ...tables.overview, cursor: node },
      etcd: { ...tables.etcd, cursor: node },
      processes: reset("processes"),
      services: reset("services"),
      network: reset("network"),
      disks: reset("disks"),
      resources: reset("resources"),
    },
    log: { source: KERNEL_LOG, offset: 0 },
  };
}

function nextNode(state: DashboardState, { nodes }: KeyContext, step: 1 | -1): DashboardState {
  const index = nodes.indexOf(state.node);
  return selectNode(state, nodes.at((index + step) % nodes.length) ?? state.node);
}

function nextPane(state: DashboardState, step: 1 | -1): DashboardState {
  if (state.view !== "node") return { ...state, view: "node" };
  const pane = PANES.at((PANES.indexOf(state.pane) + step) % PANES.length)!;
  return { ...state, pane };
}

/** Opens or closes the log of the selected service, of the kernel in other panes. */
function toggleLog(state: DashboardState): DashboardState {
  if (state.view !== "node") {
    return { ...state, view: "node", pane: "services", isLogOpen: true };
  }
  if (state.pane === "summary") return { ...state, pane: "services", isLogOpen: true };
  if (state.isLogOpen) return { ...state, isLogOpen: false };
  const source = state.pane === "services" ? selectedService(state) : undefined;
  return { ...state, isLogOpen: true, log: { source: source ?? state.log.source, offset: 0 } };
}

function selectedService({ tables: { services } }: DashboardState): string | undefined {
  const rows = visibleRows(services);
  return rows[cursorIndex(services, rows)]?.id;
}

function nextLog(state: DashboardState, { services }: KeyContext, step: 1 | -1): DashboardState {
  if (!showsLog(state)) return state;
  const sources = [KERNEL_LOG, ...services];
  const index = sources.indexOf(state.log.source);
  return { ...state, log: { source: sources.at((index + step) % sources.length)!, offset: 0 } };
}

function open(state: DashboardState): DashboardState {
  if (state.view === "overview" || state.view === "etcd") return { ...state, view: "node" };
  return state.view === "node" && state.pane === "services" && !state.isLogOpen
    ? toggleLog(state)
    : state;
}

/** Clears the filter, closes the log, or returns to the overview. */
function leave(state: DashboardState, context: KeyContext): DashboardState {
  const name = currentTable(state);
  if (name !== undefined && state.tables[name].filter !== "") {
    return withTable(state, "escape", context);
  }
  if (state.view === "node" && state.isLogOpen && state.pane !== "summary") {
    return { ...state, isLogOpen: false };
  }
  return { ...state, view: "overview" };
}

function scrollLog(
  state: DashboardState,
  by: number,
  { logPage, logLines, logCount }: KeyContext,
): DashboardState {
  const last = Math.max(logLines - logPage, 0);
  const offset = Math.min(Math.max(logOffset(state.log, logCount) + by, 0), last);
  return { ...state, log: { ...state.log, offset, count: logCount } };
}
