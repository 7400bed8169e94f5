/**
 * What a page shows: the parameters of its address.
 *
 * @module
 */
import { VIEWS as NODE_VIEWS } from "../screen/state.ts";
import { type Focus, KERNEL_LOG, type Pane, PANES } from "../source.ts";
import type { NodeModel } from "../types.ts";

/** Views with a table over all nodes. */
export const BROWSE_VIEWS = [
  "resources",
  "logs",
  "containers",
  "processes",
  "connections",
] as const;

/** A view with a table over all nodes. */
export type BrowseViewName = typeof BROWSE_VIEWS[number];

/** Views of a page. */
export const PAGE_VIEWS = [...NODE_VIEWS, ...BROWSE_VIEWS] as const;

/** Whether a view has a table over all nodes. */
export function isBrowseView(view: PageViewName): view is BrowseViewName {
  return (BROWSE_VIEWS as readonly string[]).includes(view);
}

/** A view of a page. */
export type PageViewName = typeof PAGE_VIEWS[number];

/** Texts about a resource. */
export const DOCUMENTS = ["describe", "yaml"] as const;

/** What a page shows. */
export interface PageView {
  readonly view: PageViewName;
  readonly pane: Pane;
  readonly node: string;
  /** The kernel log, or a service. */
  readonly log: string;
  /** The command line of resources, such as `links worker-1`. */
  readonly type: string;
  /** Nodes of the other tables, and services of logs, such as `apid kubelet worker-1`. */
  readonly line: string;
  /** Filter of rows, or of lines of a log; see `parseRowFilter`. */
  readonly filter: string;
  /** Column to sort by, `-` in front for descending order; empty: order of nodes. */
  readonly sort: string;
  /** Most rows. */
  readonly limit: number;
  /** Node and key of the row that is shown in full, separated by a space; empty: none. */
  readonly row: string;
  readonly document: typeof DOCUMENTS[number];
}

const LIMIT = 200;
const MAX_LIMIT = 5000;

/**
 * Returns the view of a query, such as `view=node&node=10.5.0.2&pane=monitor`; unknown values have
 * defaults.
 */
export function parseView(query: URLSearchParams, nodes: readonly string[]): PageView {
  const oneOf = <T extends string>(name: string, values: readonly T[]): T =>
    values.find((value) => value === query.get(name)) ?? values[0]!;
  const limit = Number(query.get("limit"));
  return {
    view: oneOf("view", PAGE_VIEWS),
    pane: oneOf("pane", PANES),
    node: oneOf("node", nodes),
    log: query.get("log") || KERNEL_LOG,
    type: query.get("type") ?? "",
    line: query.get("line") ?? "",
    filter: query.get("filter") ?? "",
    sort: query.get("sort") ?? "",
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_LIMIT) : LIMIT,
    row: query.get("row") ?? "",
    document: oneOf("document", DOCUMENTS),
  };
}

/** Most nodes that are polled at every interval for the overview. */
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
    events: view === "events",
  };
}

/** Whether a view has a log. */
export function hasLog(view: PageViewName, pane: Pane): boolean {
  return view === "node" && (pane === "summary" || pane === "services");
}
