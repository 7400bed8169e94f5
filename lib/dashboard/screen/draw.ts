/**
 * Draws the dashboard.
 *
 * @module
 */
import { formatDuration } from "../../output/duration.ts";
import { formatHidden, shortenMiddle } from "../../output/fit_columns.ts";
import { clipText, textWidth } from "../../output/screen/char_width.ts";
import { formatCount } from "../../output/text.ts";
import { Frame, type Size, type Style } from "../../output/screen/frame.ts";
import { drawRows } from "../../output/screen/table_frame.ts";
import {
  createTableState,
  firstRow,
  type TableState,
  visibleRows,
} from "../../output/screen/table_state.ts";
import { etcdRole } from "../node_views.ts";
import type { DashboardSource } from "../source.ts";
import { isStale, type NodeModel } from "../types.ts";
import {
  drawLog,
  drawMonitor,
  drawNodeHeader,
  type DrawOptions,
  drawSummary,
} from "./draw_node.ts";
import {
  currentTable,
  type DashboardState,
  logOffset,
  showsLog,
  type TableName,
  type ViewName,
  VIEWS,
} from "./state.ts";
import { createMountsTable, createTable, type TableSource } from "./tables.ts";

/** The data that is drawn. */
export type DrawSource = TableSource & Pick<DashboardSource, "logOf" | "find">;

/** Options of {@linkcode drawDashboard}. */
export interface DashboardLook extends DrawOptions {
  /** Headers of the overview; the default ones when empty. */
  readonly overviewColumns: readonly string[];
  /** Name of the context in the client configuration. */
  readonly context: string;
  /** Name of the cluster; empty while it is not known. */
  readonly cluster: string;
}

/** A frame, and what keys and polls depend on. */
export interface DrawnDashboard {
  readonly frame: Frame;
  /** Rows of the current table on screen. */
  readonly page: number;
  /** Rows of the log on screen. */
  readonly logPage: number;
  readonly name: TableName | undefined;
  /** The current table with its rows. */
  readonly table: TableState | undefined;
  /** Nodes on screen. */
  readonly visible: ReadonlySet<string>;
}

const TITLES: Readonly<Record<ViewName, string>> = {
  overview: "Overview",
  node: "Node",
  etcd: "etcd",
  events: "Events",
};

/** Share of the screen of a log below a table. */
const LOG_SHARE = 0.4;

/** Draws the state. */
export function drawDashboard(
  state: DashboardState,
  source: DrawSource,
  look: DashboardLook,
  size: Size,
): DrawnDashboard {
  const frame = new Frame(size);
  const last = size.rows - 1;
  drawTabs(frame, state, source, look);
  const model = source.find(state.node) ?? source.nodes[0]!;
  if (state.showsHelp) {
    drawHelp(frame, look.colour);
    drawStatus(frame, state, undefined);
    return {
      frame,
      page: 1,
      logPage: 1,
      visible: new Set(),
      name: undefined,
      table: undefined,
    };
  }
  const name = currentTable(state);
  const table = name && {
    ...state.tables[name],
    table: createTable(name, source, {
      model,
      now: look.now,
      columns: size.columns,
      overviewColumns: look.overviewColumns,
      isWide: state.tables[name].isWide,
    }),
  };
  let top = 1;
  if (state.view === "node") {
    const position = `node ${source.nodes.indexOf(model) + 1} of ${source.nodes.length}`;
    top = drawNodeHeader(frame, top, model, { ...look, pane: state.pane, position });
    if (state.pane === "summary") top = drawSummary(frame, top, model, look);
    else if (state.pane === "monitor") top = drawMonitor(frame, top, model, look);
  } else if (state.view === "etcd") {
    frame.text(0, top++, clipText(etcdText(source.nodes), size.columns), look.colour ? "2" : "");
  }
  let end = last;
  let logPage = 1;
  if (showsLog(state)) {
    const rows = table === undefined ? last - top : Math.floor((last - top) * LOG_SHARE);
    end = Math.max(last - rows, top);
    const { source: logName } = state.log;
    const log = source.logOf(model.node, logName);
    logPage = drawLog(frame, { top: end, end: last }, log, {
      source: logName,
      offset: logOffset(state.log, log?.count ?? 0),
      colour: look.colour,
    });
  }
  let page = 1;
  let visible: ReadonlySet<string> = new Set();
  let hidden = 0;
  if (table !== undefined) {
    const rows = visibleRows(table);
    const half = state.view === "node" && state.pane === "disks"
      ? Math.min(rows.length + 1, Math.floor((end - top) / 2))
      : end - top;
    page = Math.max(half - 1, 1);
    hidden = drawRows(frame, table, { top, page }, look.colour);
    if (look.overviewColumns.length === 0) hidden += omittedColumns(table);
    if (rows.length === 0) drawEmpty(frame, top + 1, table, model);
    if (half < end - top) drawMounts(frame, { top: top + half + 1, end }, model, look.colour);
    const first = firstRow(table, rows, page);
    visible = new Set(rows.slice(first, first + page).map(({ id }) => id ?? ""));
  }
  drawStatus(frame, state, table, hidden);
  return { frame, page, logPage, name, table, visible };
}

/** Returns the number of columns that the table omits on a narrow screen. */
function omittedColumns({ table }: TableState): number {
  return Math.max((table?.keyHeaders.length ?? 0) - (table?.headers.length ?? 0), 0);
}

function drawEmpty(frame: Frame, row: number, { filter }: TableState, model: NodeModel): void {
  const [refusal] = model.refused.values();
  const text = filter !== "" ? "no row matches the filter" : refusal ?? "no rows yet";
  frame.text(0, row, clipText(text, frame.size.columns), "2");
}

function drawMounts(
  frame: Frame,
  { top, end }: { readonly top: number; readonly end: number },
  model: NodeModel,
  colour: boolean,
): void {
  const page = end - top - 1;
  if (page < 1) return;
  const state = { ...createTableState({}), table: createMountsTable(model) };
  drawRows(frame, state, { top, page }, colour);
}

/** Counts nodes by state. */
export function countNodes(nodes: readonly NodeModel[], now: number) {
  const down = nodes.filter(({ problem }) => problem !== undefined).length;
  const ready =
    nodes.filter((model) => model.problem === undefined && model.ready && !isStale(model, now))
      .length;
  return { down, ready };
}

function drawTabs(
  frame: Frame,
  { view }: DashboardState,
  { nodes }: DrawSource,
  { now, colour, context, cluster }: DashboardLook,
): void {
  let column = 0;
  for (const [index, name] of VIEWS.entries()) {
    column = frame.text(column, 0, ` ${index + 1} ${TITLES[name]} `, name === view ? "7" : "");
  }
  const { down, ready } = countNodes(nodes, now);
  const count = `${nodes.length} node${nodes.length === 1 ? "" : "s"}, ${ready} ready`;
  const failed = down > 0 ? `, ${down} down` : "";
  const start = frame.size.columns - textWidth(count + failed);
  if (start <= column) return;
  const area = { column, end: start - 1 };
  const names = contextText(context, cluster);
  // The context, which decides where commands go, is more important than the cluster.
  drawContext(frame, textWidth(names) <= area.end - column - 2 ? names : context, area);
  const at = frame.text(start, 0, count);
  frame.text(at, 0, failed, colour ? "31" : "1");
}

/** Returns the names of context and cluster, once when they are equal. */
export function contextText(context: string, cluster: string): string {
  return cluster === "" || cluster === context ? context : `${context} (cluster ${cluster})`;
}

/** Least width of a shortened name of a context. */
const MIN_CONTEXT = 6;

/** Draws the name of the context, right-aligned between the views and the counts. */
function drawContext(
  frame: Frame,
  context: string,
  { column, end }: { readonly column: number; readonly end: number },
): void {
  // A space on each side.
  const width = end - column - 2;
  const text = textWidth(context) <= width ? context : shortenMiddle(context, width);
  if (textWidth(text) > width || (text !== context && width < MIN_CONTEXT)) return;
  frame.text(end - 1 - textWidth(text), 0, text, "1");
}

/** Returns members, quorum and leader of the cluster. */
export function etcdText(nodes: readonly NodeModel[]): string {
  const members = nodes.find(({ etcd }) => etcd.members !== undefined)?.etcd.members;
  if (members === undefined) return "no member list yet";
  const voters = members.filter(({ isLearner }) => !isLearner).length;
  const leader = nodes.find((model) => etcdRole(model) === "leader");
  const responding =
    nodes.filter(({ etcd, problem }) => etcd.status !== undefined && problem === undefined).length;
  const names = members.map(({ hostname }) => hostname || "unnamed").join(", ");
  return `${formatCount(members.length, "member")} (${names}), quorum ${
    Math.floor(voters / 2) + 1
  }, ` +
    `${formatCount(responding, "node responds", "nodes respond")}, leader ${
      leader?.hostname ?? "unknown"
    }`;
}

function drawStatus(
  frame: Frame,
  state: DashboardState,
  table: TableState | undefined,
  hidden = 0,
): void {
  const { columns, rows } = frame.size;
  const text = clipText(statusText(state, table, hidden), columns);
  // Inverse also without colour: it separates the line from the view.
  frame.text(0, rows - 1, text, "7");
  frame.fill(textWidth(text), rows - 1, "7");
}

function statusText(
  state: DashboardState,
  table: TableState | undefined,
  hidden: number,
): string {
  if (table?.isEditing) return `/${table.filter}_  Enter keeps the filter, Esc clears it`;
  const parts = ["?: keys", "q: quit"];
  if (table !== undefined) {
    const { filter, sort } = table;
    const shown = visibleRows(table).length;
    const all = table.table?.rows.length ?? 0;
    parts.push(shown === all ? `${all} rows` : `${shown} of ${all} rows`);
    if (sort) parts.push(`sort: ${sort.isDescending ? "-" : ""}${sort.header}`);
    if (filter !== "") parts.push(`filter: ${filter}`);
    if (hidden > 0) parts.push(formatHidden(hidden, "w"));
  }
  parts.push(`every ${formatDuration(state.intervalMs)}`);
  return ` ${parts.join("  ")}`;
}

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["1 2 3 4", "Overview, Node, etcd, Events"],
  ["F1 F2 Tab", "Summary, Monitor, next pane of the node"],
  ["↑ ↓ j k, PgUp PgDn", "move; ^D ^U ^F ^B g G and the wheel too"],
  ["n N, ← →, h", "next and previous node"],
  ["Enter", "open the node or the log of the service"],
  ["l", "log of a service below the table"],
  ["[ ]", "previous and next log"],
  ["/", "filter rows; Esc clears the filter, goes back"],
  ["< > o", "sort by another column; reverse"],
  ["c m", "sort by CPU, by memory"],
  ["w", "all columns in full, or fitted to the screen"],
  ["- +", "update more or less often"],
  ["q, ^C, ^Z", "quit; suspend"],
];

function drawHelp(frame: Frame, colour: boolean): void {
  const width = Math.max(...KEYS.map(([keys]) => keys.length));
  const style: Style = colour ? "1" : "";
  frame.text(0, 2, "Keys", style);
  for (const [index, [keys, meaning]] of KEYS.entries()) {
    if (4 + index >= frame.size.rows - 1) break;
    frame.text(2, 4 + index, `${keys.padEnd(width)}  ${meaning}`);
  }
}
