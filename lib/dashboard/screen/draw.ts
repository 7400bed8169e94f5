/**
 * Draws the dashboard.
 *
 * @module
 */
import { formatDuration } from "../../output/duration.ts";
import { formatHidden } from "../../output/fit_columns.ts";
import { clipText, textWidth } from "../../output/screen/char_width.ts";
import { formatCount } from "../../output/text.ts";
import { Frame, type Palette, type Size } from "../../output/screen/frame.ts";
import { drawRows } from "../../output/screen/table_frame.ts";
import {
  createTableState,
  firstRow,
  type TableState,
  visibleRows,
} from "../../output/screen/table_state.ts";
import type { Keymap } from "../../dashboard_keys/keymap.ts";
import { etcdRole } from "../node_views.ts";
import type { DashboardSource } from "../source.ts";
import type { NodeModel } from "../types.ts";
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
  VIEWS,
} from "./state.ts";
import { drawTabs, viewKeys } from "./tabs.ts";
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
  readonly keymap: Keymap;
  /** Marked nodes. */
  readonly marks?: ReadonlySet<string>;
  readonly palette?: Palette | undefined;
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

const NO_MARKS: ReadonlySet<string> = new Set();

/** Share of the screen of a log below a table. */
const LOG_SHARE = 0.4;

/** Draws the state. */
export function drawDashboard(
  state: DashboardState,
  source: DrawSource,
  look: DashboardLook,
  size: Size,
): DrawnDashboard {
  const frame = new Frame(size, look.palette);
  const last = size.rows - 1;
  drawTabs(frame, VIEWS.indexOf(state.view), source.nodes, {
    ...look,
    viewKeys: viewKeys(look.keymap),
  });
  const model = source.find(state.node) ?? source.nodes[0]!;
  const name = currentTable(state);
  const table = name && {
    ...state.tables[name],
    table: createTable(name, source, {
      model,
      now: look.now,
      columns: size.columns,
      overviewColumns: look.overviewColumns,
      marks: look.marks ?? NO_MARKS,
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
  drawStatus(frame, state, table, look, hidden);
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
  look: Pick<DashboardLook, "keymap" | "marks">,
  hidden = 0,
): void {
  const { columns, rows } = frame.size;
  const text = clipText(statusText(state, table, look, hidden), columns);
  // Inverse also without colour: it separates the line from the view.
  frame.text(0, rows - 1, text, "7");
  frame.fill(textWidth(text), rows - 1, "7");
}

function statusText(
  state: DashboardState,
  table: TableState | undefined,
  { keymap, marks = NO_MARKS }: Pick<DashboardLook, "keymap" | "marks">,
  hidden: number,
): string {
  if (table?.isEditing) return `/${table.filter}_  Enter keeps the filter, Esc clears it`;
  const parts = [
    `${keymap.labelOf("all", "help")}: keys`,
    `${keymap.labelOf("all", "quit")}: quit`,
  ];
  if (table !== undefined) {
    const { filter, sort } = table;
    const shown = visibleRows(table).length;
    const all = table.table?.rows.length ?? 0;
    parts.push(shown === all ? formatCount(all, "row") : `${shown} of ${all} rows`);
    if (sort) parts.push(`sort: ${sort.isDescending ? "-" : ""}${sort.header}`);
    if (filter !== "") parts.push(`filter: ${filter}`);
    if (marks.size > 0) parts.push(`${marks.size} marked`);
    if (hidden > 0) parts.push(formatHidden(hidden, keymap.labelOf("nodes", "wide")));
  }
  parts.push(`every ${formatDuration(state.intervalMs)}`);
  return ` ${parts.join("  ")}`;
}
