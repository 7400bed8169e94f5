/**
 * What a page shows: the parameters of its address.
 *
 * @module
 */
import { VIEWS as SCREEN_VIEWS } from "../screen/state.ts";
import { type Focus, KERNEL_LOG, type Pane, PANES } from "../source.ts";
import type { NodeModel } from "../types.ts";

/** Views with a table over all nodes. */
const BROWSE_VIEWS = [
  "events",
  "resources",
  "logs",
  "processes",
  "containers",
  "files",
  "network",
] as const;

/** A view with a table over all nodes. */
export type BrowseViewName = typeof BROWSE_VIEWS[number];

/** Views of a page. */
const PAGE_VIEWS = [
  ...SCREEN_VIEWS.filter((view) => view !== "events"),
  ...BROWSE_VIEWS,
] as const;

/** A view of a page. */
export type PageViewName = typeof PAGE_VIEWS[number];

/** Reports whether a view has a table over all nodes. */
export function isBrowseView(view: PageViewName): view is BrowseViewName {
  return (BROWSE_VIEWS as readonly string[]).includes(view);
}

/** Texts about rows: of resources, and of the marked ones. */
export const DOCUMENTS = ["describe", "yaml", "uses", "diff"] as const;

/** Tables of the network. */
export const NETWORK_TABLES = ["connections", "links", "routes", "addresses"] as const;

/** What a page shows. */
export interface PageView {
  readonly view: PageViewName;
  readonly pane: Pane;
  readonly node: string;
  /** The kernel log, or a service. */
  readonly log: string;
  /** The command line of resources, such as `links worker-1`; empty: all types. */
  readonly type: string;
  /** Nodes of the other tables, and services of logs, such as `apid kubelet worker-1`. */
  readonly line: string;
  /** The folder of files. */
  readonly path: string;
  /** The table of the network. */
  readonly table: typeof NETWORK_TABLES[number];
  /** Filter of rows, see `parseRowFilter`. */
  readonly filter: string;
  /** Filter of lines of logs. */
  readonly lines: string;
  /** Time range of lines of logs; see `parseTimeRange`. */
  readonly range: string;
  /** Column to sort by, `-` in front for descending order; empty: the order of the table. */
  readonly sort: string;
  /** IDs of the rows whose text or logs are shown. */
  readonly rows: readonly string[];
  readonly document: typeof DOCUMENTS[number];
}

/**
 * Returns the view of a query, such as `view=node&node=10.5.0.2&pane=monitor`; unknown values have
 * defaults.
 */
export function parseView(query: URLSearchParams, nodes: readonly string[]): PageView {
  const oneOf = <T extends string>(name: string, values: readonly T[]): T =>
    values.find((value) => value === query.get(name)) ?? values[0]!;
  const text = (name: string) => query.get(name) ?? "";
  return {
    view: oneOf("view", PAGE_VIEWS),
    pane: oneOf("pane", PANES),
    node: oneOf("node", nodes),
    log: text("log") || KERNEL_LOG,
    type: text("type"),
    line: text("line"),
    path: toFolder(text("path")),
    table: oneOf("table", NETWORK_TABLES),
    filter: text("filter"),
    lines: text("lines"),
    range: text("range"),
    sort: text("sort"),
    rows: text("row").split("\n").filter((id) => id !== ""),
    document: oneOf("document", DOCUMENTS),
  };
}

/** Returns an absolute path without a slash at its end. */
function toFolder(path: string): string {
  const folder = `/${path}`.replaceAll(/\/+/g, "/").replace(/\/$/, "");
  return folder === "" ? "/" : folder;
}

/** Maximum number of nodes that are polled at every interval for the overview. */
const MAX_POLLED = 50;

/** Returns the focus of a page. */
export function focusOf({ view, pane, node, log }: PageView, nodes: readonly NodeModel[]): Focus {
  const all = nodes.slice(0, MAX_POLLED).map((model) => model.node);
  return {
    visible: new Set(view === "overview" ? all : view === "node" ? [node] : []),
    detail: view === "node" ? { node, pane } : undefined,
    log: hasLog(view, pane) ? { node, source: log } : undefined,
    etcd: view === "etcd" || view === "overview",
    shape: view === "overview",
  };
}

/** Reports whether a view has a log. */
export function hasLog(view: PageViewName, pane: Pane): boolean {
  return view === "node" && (pane === "summary" || pane === "services");
}
