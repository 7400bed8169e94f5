/**
 * The data of a page, as JSON.
 *
 * @module
 */
import type { ScreenTable } from "../../output/screen/table_state.ts";
import { escapeControls } from "../../output/text.ts";
import { formatCompact, formatExactShare, formatLoad, formatUptime } from "../format.ts";
import { diagnosticsOf, type Field, summaryOf } from "../node_summary.ts";
import { memoryShare, uptimeOf } from "../overview_view.ts";
import { type DrawSource, etcdText } from "../screen/draw.ts";
import { type TableName, type ViewName, VIEWS } from "../screen/state.ts";
import { createMountsTable, createTable } from "../screen/tables.ts";
import { type Focus, KERNEL_LOG, type Pane, PANES } from "../source.ts";
import { countNodes, type NodeModel, nodeName } from "../types.ts";

/** What a page shows. */
export interface PageView {
  readonly view: ViewName;
  readonly pane: Pane;
  readonly node: string;
  /** The kernel log, or a service. */
  readonly log: string;
}

/** A table of a page. */
interface PageTable {
  readonly title: string;
  readonly headers: readonly string[];
  /** The columns of the keys. */
  readonly keyHeaders: readonly string[];
  readonly rows: readonly {
    readonly id: string;
    readonly cells: readonly string[];
    readonly tints: readonly (string | null)[];
    /** Values to sort by. */
    readonly keys: readonly (string | number)[];
    readonly dim: boolean;
    readonly message: string | null;
  }[];
}

/** A graph of a page. */
interface PageGraph {
  readonly label: string;
  readonly text: string;
  readonly values: readonly number[];
  /** The value of the full height. */
  readonly max: number;
}

/** The content of a page. */
export interface Snapshot {
  /** Name of the context in the client configuration. */
  readonly context: string;
  readonly view: ViewName;
  readonly pane: Pane;
  readonly node: string;
  readonly nodes: readonly { readonly node: string; readonly name: string }[];
  /** Counts of nodes. */
  readonly ready: number;
  readonly down: number;
  /** Key figures of the selected node, or of etcd. */
  readonly heading: string;
  readonly problems: readonly string[];
  readonly fields: readonly (readonly Field[])[];
  readonly graphs: readonly PageGraph[];
  readonly tables: readonly PageTable[];
  readonly log: {
    readonly source: string;
    readonly sources: readonly string[];
    readonly lines: readonly string[];
    readonly problem: string | null;
  } | null;
}

/**
 * Returns the view of a query, such as `view=node&node=10.5.0.2&pane=monitor`; unknown values have
 * defaults.
 */
export function parseView(query: URLSearchParams, nodes: readonly string[]): PageView {
  const oneOf = <T extends string>(name: string, values: readonly T[]): T =>
    values.find((value) => value === query.get(name)) ?? values[0]!;
  return {
    view: oneOf("view", VIEWS),
    pane: oneOf("pane", PANES),
    node: oneOf("node", nodes),
    log: query.get("log") || KERNEL_LOG,
  };
}

/** Most nodes that are polled at every interval for the overview. */
const MAX_POLLED = 50;

/** Returns the focus of a page. */
export function focusOf(
  { view, pane, node, log }: PageView,
  nodes: readonly NodeModel[],
): Focus {
  const all = nodes.slice(0, MAX_POLLED).map((model) => model.node);
  return {
    visible: new Set(view === "overview" ? all : [node]),
    detail: view === "node" ? { node, pane } : undefined,
    log: hasLog(view, pane) ? { node, source: log } : undefined,
    etcd: view === "etcd",
    events: view === "events",
  };
}

function hasLog(view: ViewName, pane: Pane): boolean {
  return view === "node" && (pane === "summary" || pane === "services");
}

const TITLES: Readonly<Record<TableName, string>> = {
  overview: "Nodes",
  processes: "Processes",
  services: "Services",
  network: "Network devices",
  disks: "Disks",
  resources: "Resources",
  etcd: "etcd members",
  events: "Events",
};

const PANE_TABLES: Readonly<Record<Pane, TableName | undefined>> = {
  summary: "services",
  monitor: "processes",
  services: "services",
  network: "network",
  disks: "disks",
  resources: "resources",
};

/** Log lines of a page. */
const LOG_LINES = 300;
/** Rows of a table. */
const MAX_ROWS = 500;
const HISTORY = 120;
/** Columns of a screen on which every table has all columns and a short CPU history. */
const COLUMNS = 1000;

/** Creates the content of a page. `now`: milliseconds since the Unix epoch. */
export function createSnapshot(
  source: DrawSource,
  page: PageView,
  now: number,
  contextName: string,
): Snapshot {
  const { view, pane } = page;
  const { nodes } = source;
  const model = source.find(page.node) ?? nodes[0]!;
  const name = view === "node" ? PANE_TABLES[pane] : view;
  const context = { model, now, columns: COLUMNS, overviewColumns: [], isWide: false };
  const isNode = view === "node";
  const tables = name === undefined
    ? []
    : [toPageTable(TITLES[name], createTable(name, source, context))];
  if (isNode && pane === "disks") {
    tables.push(toPageTable("File systems", createMountsTable(model)));
  }
  const log = hasLog(view, pane) ? source.logOf(model.node, page.log) : undefined;
  return {
    context: escapeControls(contextName),
    view,
    pane,
    node: model.node,
    nodes: nodes.map((one) => ({ node: one.node, name: escapeControls(nodeName(one)) })),
    ...countNodes(nodes, now),
    heading: isNode ? headingOf(model, now) : view === "etcd" ? etcdText(nodes) : "",
    problems: isNode
      ? [
        ...model.problem === undefined ? [] : [model.problem],
        ...model.unmet.map((condition) => `not ready: ${condition.name}: ${condition.reason}`),
        ...diagnosticsOf(model),
      ].map(escapeControls)
      : [],
    fields: isNode && pane === "summary"
      ? summaryOf(model, { isNarrow: false }).map((fields) =>
        fields.map((field) => ({ ...field, value: escapeControls(field.value) }))
      )
      : [],
    graphs: isNode && pane === "monitor" ? graphsOf(model) : [],
    tables,
    log: hasLog(view, pane)
      ? {
        source: page.log,
        sources: [KERNEL_LOG, ...(model.services ?? []).map(({ id }) => id)],
        lines: (log?.lines ?? []).slice(-LOG_LINES).map(escapeControls),
        problem: log?.problem ?? null,
      }
      : null,
  };
}

function headingOf(model: NodeModel, now: number): string {
  const { version, cpu, cpuCount } = model;
  const parts = [
    `uptime ${formatUptime(uptimeOf(model, now))}`,
    `CPU ${formatExactShare(cpu?.shares.usage)}`,
    `RAM ${formatExactShare(memoryShare(model))}`,
    ...cpuCount === undefined ? [] : [`${cpuCount} CPUs`],
  ];
  return escapeControls(`${nodeName(model)} (${version || "-"}): ${parts.join(", ")}`);
}

function graphsOf(model: NodeModel): PageGraph[] {
  const { series, cpu, load, received, sent } = model;
  const graph = (
    label: string,
    name: keyof NodeModel["series"],
    text: string,
    max?: number,
  ): PageGraph => {
    const values = series[name].latest(HISTORY);
    return { label, text, values, max: max ?? Math.max(...values, 0) };
  };
  const last = (name: keyof NodeModel["series"]) => formatCompact(series[name].latest(1)[0]);
  return [
    graph("CPU", "cpu", formatExactShare(cpu?.shares.usage), 1),
    graph("Memory", "memory", formatExactShare(memoryShare(model)), 1),
    graph("Load", "load", formatLoad(load?.[0])),
    graph("Received/s", "received", formatCompact(received)),
    graph("Sent/s", "sent", formatCompact(sent)),
    graph("Read/s", "diskRead", last("diskRead")),
    graph("Written/s", "diskWritten", last("diskWritten")),
  ];
}

function toPageTable(title: string, { headers, keyHeaders, rows }: ScreenTable): PageTable {
  return {
    title,
    headers,
    keyHeaders,
    rows: rows.slice(0, MAX_ROWS).map(({ id, cells, tints, keys, isDim, message }) => ({
      id: id ?? cells[0] ?? "",
      cells: cells.map(escapeControls),
      tints: tints.map((tint) => tint ?? null),
      keys: keys.map((key) => typeof key === "bigint" ? Number(key) : key),
      dim: isDim ?? false,
      message: message === undefined ? null : escapeControls(message.text),
    })),
  };
}
