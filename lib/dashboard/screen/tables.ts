/**
 * Tables of the dashboard's screen.
 *
 * @module
 */
import { servicesView } from "../../node/services/mod.ts";
import { shortenMiddle } from "../../output/fit_columns.ts";
import type { View } from "../../output/rows.ts";
import { clipText, textWidth } from "../../output/screen/char_width.ts";
import type { ScreenRow, ScreenTable } from "../../output/screen/table_state.ts";
import { sparkline } from "../format.ts";
import {
  devicesView,
  diskRatesView,
  etcdView,
  mountUsageView,
  nodeEventsView,
  processUsageView,
  resourcesView,
} from "../node_views.ts";
import { overviewView } from "../overview_view.ts";
import type { DashboardSource } from "../source.ts";
import { isStale, type NodeModel, nodeName } from "../types.ts";
import type { TableName } from "./state.ts";

/** What a table depends on besides the data. */
export interface TableContext {
  /** The selected node. */
  readonly model: NodeModel;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Width of the screen. */
  readonly columns: number;
  /** Headers of the overview; the default ones when empty. */
  readonly overviewColumns: readonly string[];
  /** Marked nodes. */
  readonly marks?: ReadonlySet<string>;
  /** Full cells and all columns. */
  readonly isWide: boolean;
}

/** The data of the dashboard, as tables read it. */
export type TableSource = Pick<DashboardSource, "nodes" | "events">;

function toTable<Row>(
  { columns }: Pick<View<Row>, "columns">,
  rows: readonly Row[],
  more: (row: Row) => Omit<ScreenRow, "cells" | "tints" | "keys">,
): ScreenTable {
  const headers = columns.map(({ header }) => header);
  return {
    headers,
    keyHeaders: headers,
    failures: [],
    rows: rows.map((row) => {
      const cells = columns.map(({ cell }) => cell(row));
      return {
        cells,
        tints: columns.map(({ tint }) => tint?.(row)),
        keys: columns.map(({ key }, index) => key ? key(row) : cells[index]!),
        ...more(row),
      };
    }),
  };
}

/** Creates a table. */
export function createTable(
  name: TableName,
  { nodes, events }: TableSource,
  context: TableContext,
): ScreenTable {
  const { model, now } = context;
  switch (name) {
    case "overview":
      return overviewTable(nodes, context);
    case "processes":
      return toTable(processUsageView(model), model.processes, ({ process }) => ({
        id: String(process.pid),
      }));
    case "services":
      return toTable(servicesView({ now }), model.services ?? [], ({ id }) => ({ id: id ?? "" }));
    case "network":
      return toTable(devicesView(model), model.devices, ({ name }) => ({ id: name }));
    case "disks":
      return toTable(diskRatesView, model.disks, ({ name }) => ({ id: name }));
    case "resources": {
      const rows = [...model.resources].sort(([a], [b]) => a < b ? -1 : 1);
      return toTable(resourcesView(now), rows.map(([, entry]) => entry), ({ type, id }) => ({
        id: `${type} ${id}`,
      }));
    }
    case "etcd":
      return {
        ...toTable(
          etcdView,
          nodes.filter(({ role, problem }) => role !== "worker" && (role || problem)),
          (row) => rowState(row, now, row.etcd.problem ?? row.problem),
        ),
        ...(context.columns < NARROW ? { padding: 1 } : {}),
        // Of a member, its role is more important than its ID.
        hideFirst: ["IN USE", "APPLIED", "TERM", "MEMBER"],
      };
    case "events": {
      const names = new Map(nodes.map((node) => [node.node, nodeName(node)]));
      const view = nodeEventsView(now, (node) => names.get(node) ?? node);
      // Past events of a node arrive after later ones of others.
      const rows = events.toReversed()
        .sort((a, b) => (b.event.seconds ?? 0) - (a.event.seconds ?? 0));
      return toTable(view, rows, ({ node, event }) => ({
        id: `${node} ${event.id}`,
      }));
    }
  }
}

/** Creates the table of mounted file systems. */
export function createMountsTable({ mounts }: NodeModel): ScreenTable {
  return toTable(mountUsageView, mounts, () => ({}));
}

function rowState(
  model: NodeModel,
  now: number,
  problem: string | undefined,
): Omit<ScreenRow, "cells" | "tints" | "keys"> {
  return {
    id: model.node,
    isDim: isStale(model, now),
    ...(problem === undefined ? {} : { message: { text: problem, tint: "red" } }),
    ...(problem === undefined && model.updatedAt === undefined
      ? { message: { text: "waiting for a response …", tint: undefined } }
      : {}),
  };
}

/** Columns of the overview that another cell explains, in the order in which they are omitted. */
const OMITTED = ["NODE", "VERSION"];
/** Screens with fewer columns have one space between the columns of wide tables. */
const NARROW = 100;
const MIN_NAME = 8;
const PADDING = 2;
/** Minimum and maximum width of the CPU history. */
const MIN_HISTORY = 8;
const MAX_HISTORY = 40;

/** Short texts of a narrow overview. */
const SHORT: Readonly<Record<string, string>> = { controlplane: "cp" };
const MAX_VERSION = 7;

function shorten(text: string, header: string | undefined): string {
  return header === "VERSION" ? clipText(text, MAX_VERSION) : SHORT[text] ?? text;
}

function overviewTable(
  nodes: readonly NodeModel[],
  { now, columns: width, overviewColumns, isWide, marks }: TableContext,
): ScreenTable {
  const { columns: all } = overviewView(() => now);
  const columns = all.filter(({ header }) => header !== "PROBLEM").flatMap((column) =>
    column.header === "NAME"
      // First, because a problem replaces the other cells.
      ? [
        {
          ...column,
          cell: (model: NodeModel) => nodeName(model) + (marks?.has(model.node) ? "*" : ""),
        },
        { header: "NODE", cell: ({ node }: NodeModel) => node },
      ]
      : [column]
  );
  const more = (model: NodeModel) => ({
    ...rowState(model, now, model.problem),
    isMarked: marks?.has(model.node) ?? false,
  });
  const full = toTable({ columns }, nodes, more);
  if (overviewColumns.length > 0) return pickColumns(full, overviewColumns);
  if (isWide) return full;
  const free = width - tableWidth(full, PADDING);
  if (free >= 0) return withHistory(full, nodes, free - PADDING);
  const unaddressed = pickColumns(full, full.headers.filter((header) => header !== OMITTED[0]));
  // Full texts, rather than all columns with short ones.
  if (tableWidth(unaddressed, PADDING) <= width) return unaddressed;
  const short: ScreenTable = { ...unaddressed, padding: 1 };
  return fitName(
    {
      ...short,
      rows: short.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell, index) => shorten(cell, short.headers[index])),
      })),
    },
    width,
  );
}

/** Shortens names to the width; omits versions where that is not enough. */
function fitName(table: ScreenTable, width: number): ScreenTable {
  const available = width - (tableWidth(table, 1, 1) + 1);
  if (available < MIN_NAME && table.headers.includes(OMITTED[1]!)) {
    return fitName(
      {
        ...pickColumns(table, table.headers.filter((header) => header !== OMITTED[1])),
        padding: 1,
      },
      width,
    );
  }
  const name = Math.max(available, MIN_NAME);
  return {
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      cells: [shortenMiddle(row.cells[0]!, name), ...row.cells.slice(1)],
    })),
  };
}

/** Adds a sparkline of CPU shares. */
function withHistory(
  table: ScreenTable,
  nodes: readonly NodeModel[],
  free: number,
): ScreenTable {
  const length = Math.min(free, MAX_HISTORY);
  if (length < MIN_HISTORY) return table;
  return {
    ...table,
    headers: [...table.headers, "CPU HISTORY".slice(0, length)],
    rows: table.rows.map((row, index) => {
      const values = nodes[index]!.series.cpu.latest(length);
      return {
        ...row,
        cells: [...row.cells, sparkline(values, 1)],
        tints: [...row.tints, undefined],
      };
    }),
  };
}

function pickColumns(table: ScreenTable, headers: readonly string[]): ScreenTable {
  const indexes = headers.map((header) => table.headers.indexOf(header))
    .filter((index) => index >= 0);
  const pick = <T>(values: readonly T[]) => indexes.map((index) => values[index]!);
  return {
    ...table,
    headers: pick(table.headers),
    rows: table.rows.map((row) => ({ ...row, cells: pick(row.cells), tints: pick(row.tints) })),
  };
}

/** Returns the natural width of a table's columns from index `from` on. */
function tableWidth({ headers, rows }: ScreenTable, padding: number, from = 0): number {
  const widths = headers.slice(from).map((header, index) =>
    Math.max(
      textWidth(header),
      ...rows.map(({ cells, message }) =>
        message !== undefined && from + index > 0 ? 0 : textWidth(cells[from + index]!)
      ),
    )
  );
  return widths.reduce((sum, width) => sum + width, 0) + padding * (widths.length - 1);
}
