/**
 * The data of a page, as JSON.
 *
 * @module
 */
import { escapeControls, formatCount } from "../../output/text.ts";
import type { NodeNames } from "../browse/types.ts";
import { formatExactShare, formatUptime } from "../format.ts";
import {
  countAwaitedTypes,
  diagnosticsOf,
  type Field,
  missingResourcesOf,
  summaryOf,
} from "../node_summary.ts";
import { memoryShare, uptimeOf } from "../overview_view.ts";
import { type DrawSource, etcdText } from "../screen/draw.ts";
import type { TableName } from "../screen/state.ts";
import { createMountsTable, createTable } from "../screen/tables.ts";
import { type DashboardSource, KERNEL_LOG, type Pane } from "../source.ts";
import { countNodes, type NodeModel, nodeName } from "../types.ts";
import type { RowView } from "../browse/row_view.ts";
import type { ContentHandle } from "./browse_feeds.ts";
import { createRows, type PageRows } from "./browse_snapshot.ts";
import { clusterCharts, nodeCharts, type PageCharts } from "./charts.ts";
import type { SessionHistory } from "./history.ts";
import { createDocument, type PageDocument } from "./page_documents.ts";
import { logOfFeed, logOfNode, type PageLog } from "./page_log.ts";
import { type PageTable, toPageTable } from "./page_table.ts";
import { hasLog, isBrowseView, type PageView, type PageViewName } from "./page_view.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** The content of a page. */
export interface Snapshot {
  /** Name of the context in the client configuration. */
  readonly context: string;
  /** Empty while it is not known. */
  readonly cluster: string;
  readonly view: PageViewName;
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
  readonly shape: Shape | null;
  readonly charts: PageCharts | null;
  readonly tables: readonly PageTable[];
  readonly log: PageLog | null;
  readonly rows: PageRows | null;
  readonly document: PageDocument | null;
}

/** What a page is created from. */
export interface SnapshotSource {
  readonly source: DrawSource & Pick<DashboardSource, "cluster">;
  readonly history: SessionHistory;
  /** The content of a view with a table over all nodes, or with logs. */
  readonly handle?: Pick<ContentHandle, "content" | "problem"> | undefined;
  /** The rows of the content. */
  readonly view?: RowView | undefined;
  /** What the selected rows show. */
  readonly rowContent?: Pick<ContentHandle, "content" | "problem"> | undefined;
  /** Name of the context in the client configuration. */
  readonly contextName: string;
}

/** Returns the names of nodes, in their order. */
export function namesOf(source: Pick<DashboardSource, "nodes" | "find">): NodeNames {
  return {
    order: source.nodes.map(({ node }) => node),
    nameOf: (node) => {
      const model = source.find(node);
      return model === undefined ? node : nodeName(model);
    },
  };
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

/** Points of a node's CPU history in the overview: three minutes at the default interval of 3 s. */
const SPARK_POINTS = 60;

/** Creates the content of a page. `now`: milliseconds since the Unix epoch. */
export function createSnapshot(
  { source, history, handle, view: rowView, rowContent, contextName }: SnapshotSource,
  page: PageView,
  now: number,
): Snapshot {
  const { view, pane } = page;
  const { nodes } = source;
  const model = source.find(page.node) ?? nodes[0]!;
  const name = view === "node" ? PANE_TABLES[pane] : isBrowseView(view) ? undefined : view;
  const context = { model, now, columns: Infinity, overviewColumns: [], isWide: true };
  const isNode = view === "node";
  const tables = name === undefined
    ? []
    : [toPageTable(TITLES[name], createTable(name, source, context))];
  if (view === "overview") {
    const [{ rows, ...overview }] = tables as [PageTable];
    const sparks = rows.map((row) => ({
      ...row,
      spark: source.find(row.id)?.series.cpu.latest(SPARK_POINTS) ?? [],
    }));
    tables[0] = { ...overview, rows: sparks };
  }
  if (isNode && pane === "disks") {
    tables.push(toPageTable("File systems", createMountsTable(model)));
  }
  const log = hasLog(view, pane) ? source.logOf(model.node, page.log) : undefined;
  const feed = handle?.content?.log ?? rowContent?.content?.log;
  const names = namesOf(source);
  return {
    context: escapeControls(contextName),
    cluster: escapeControls(source.cluster.name),
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
        ...missingResourcesOf(model),
      ].map(escapeControls)
      : [],
    fields: isNode && pane === "summary"
      ? summaryOf(model, { isNarrow: false }).map((fields) =>
        fields.map((field) => ({ ...field, value: escapeControls(field.value) }))
      )
      : [],
    shape: view === "overview" ? shapeOf(nodes, source.cluster, now) : null,
    charts: view === "overview"
      ? clusterCharts(nodes, history)
      : isNode && pane === "monitor"
      ? nodeCharts(model, history)
      : null,
    tables,
    log: hasLog(view, pane)
      ? logOfNode({
        source: page.log,
        sources: [KERNEL_LOG, ...(model.services ?? []).map(({ id }) => id)],
        lines: log?.lines ?? [],
        problem: log?.problem,
      })
      : feed === undefined
      ? null
      : logOfFeed(feed, page, names, now),
    rows: handle === undefined ? null : createRows(handle, rowView, page, names, now),
    document: createDocument(handle?.content?.table, rowContent, page, names, now),
  };
}

function headingOf(model: NodeModel, now: number): string {
  const { version, cpu, cpuCount } = model;
  const awaited = countAwaitedTypes(model);
  const parts = [
    `uptime ${formatUptime(uptimeOf(model, now))}`,
    `CPU ${formatExactShare(cpu?.shares.usage)}`,
    `RAM ${formatExactShare(memoryShare(model))}`,
    ...cpuCount === undefined ? [] : [`${cpuCount} CPUs`],
    ...awaited === 0 ? [] : [`waiting for ${formatCount(awaited, "resource type")}`],
  ];
  return escapeControls(`${nodeName(model)} (${version || "-"}): ${parts.join(", ")}`);
}
