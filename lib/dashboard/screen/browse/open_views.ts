/**
 * Opens the views of logs, processes, containers and events.
 *
 * @module
 */
import { sparkline } from "../../format.ts";
import { createContainerFeed } from "../../browse/container_feed.ts";
import { countByTime, EventFeed, type EventRow } from "../../browse/event_feed.ts";
import { LogFeed } from "../../browse/log_feed.ts";
import type { LogSource } from "../../browse/log_lines.ts";
import { createProcessFeed } from "../../browse/process_feed.ts";
import { createServiceFeed } from "../../browse/service_feed.ts";
import type { BrowseRow, Feed } from "../../browse/types.ts";
import { formatCount } from "../../../output/text.ts";
import { LogPage } from "./log_page.ts";
import type { BrowseContext } from "./context.ts";
import type { Canvas, Page } from "./page.ts";
import { TablePage } from "./table_page.ts";
import { TextPage } from "./text_page.ts";

/** What a command line selects. */
export interface ViewSelection {
  readonly nodes: readonly string[];
  readonly filter: string;
  /** The nodes that were typed, for the title. */
  readonly where: string;
}

/** Creates the page of some logs. */
export function createLogPage(
  { host, target }: BrowseContext,
  sources: readonly LogSource[],
): LogPage {
  const names = [...new Set(sources.map(({ name }) => name))];
  const nodes = [...new Set(sources.map(({ node }) => host.names.nameOf(node)))];
  const list = (texts: readonly string[], noun: string) =>
    texts.length <= 3 ? texts.join(", ") : formatCount(texts.length, noun);
  const title = `${list(names, "log")} of ${list(nodes, "node")}`;
  return new LogPage(host, new LogFeed(target, sources), title);
}

/** Creates a table whose rows have logs. */
function createSourcesPage<Row extends BrowseRow & { readonly log: LogSource }>(
  context: BrowseContext,
  feed: Feed<Row>,
  { view, title, filter }: {
    readonly view: string;
    readonly title: string;
    readonly filter: string;
  },
): TablePage<Row> {
  return new TablePage(context.host, {
    title,
    view,
    scopes: ["sources"],
    feed,
    filter,
    act(action, page) {
      if (action !== "logs") return false;
      const sources = page.chosen.map(({ row }) => row.log).filter(({ id }) => id !== "");
      if (sources.length > 0) context.host.open(createLogPage(context, sources));
      return true;
    },
  });
}

/** Creates the table of services, whose logs can be opened. */
export function createServicesPage(context: BrowseContext, selection: ViewSelection): Page {
  const { nodes, filter, where } = selection;
  const title = `Services${where}: mark some with m, Enter follows their logs`;
  const feed = createServiceFeed(context.target, nodes);
  return createSourcesPage(context, feed, { view: "logs", title, filter });
}

/** Creates the table of containers. */
export function createContainersPage(context: BrowseContext, selection: ViewSelection): Page {
  const { nodes, filter, where } = selection;
  const feed = createContainerFeed(context.target, nodes);
  const title = `Containers${where}: Enter follows the logs`;
  return createSourcesPage(context, feed, { view: "containers", title, filter });
}

/** Returns the logs of services on nodes, for `:logs apid kubelet worker-1`. */
export function toSources(nodes: readonly string[], services: readonly string[]): LogSource[] {
  return nodes.flatMap((node) =>
    services.map((id) => ({ node, id, name: id, isKubernetes: false }))
  );
}

/** Creates the table of processes. */
export function createProcessesPage(
  { host, target }: BrowseContext,
  { nodes, filter, where }: ViewSelection,
): Page {
  const feed = createProcessFeed(target, nodes);
  return new TablePage(host, { title: `Processes${where}`, view: "processes", feed, filter });
}

/** Spans of time in the counts above events, milliseconds. */
const SPANS_MS = [1000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000];

/** Creates the time line of events. */
export function createEventsPage(
  { host, target }: BrowseContext,
  { nodes, filter, where }: ViewSelection,
): Page {
  return new TablePage<EventRow>(host, {
    title: `Events${where}`,
    view: "events",
    scopes: ["events"],
    feed: new EventFeed(target, nodes),
    filter,
    sort: { header: "TIME", isDescending: true },
    drawHead: drawTimeLine,
    act(action, { current }) {
      if (action !== "details" || current === undefined) return false;
      const { event, node } = current.row;
      host.open(
        new TextPage(host, {
          title: `event of ${current.nodeName}`,
          node,
          view: "events",
          fileName: "event.json",
          text: () => `${JSON.stringify(event, jsonValue, 4)}\n`,
        }),
      );
      return true;
    },
  });
}

function jsonValue(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

/** Draws the numbers of events over time. */
function drawTimeLine(canvas: Canvas, page: TablePage<EventRow>): number {
  const { frame, top, now, colour } = canvas;
  const rows = page.result.rows.map(({ row }) => row);
  const oldest = Math.min(...rows.map(({ event }) => (event.seconds ?? now / 1000) * 1000), now);
  const label = (spanMs: number) =>
    `${formatSpan(spanMs * (frame.size.columns - LABEL_WIDTH))} ago`;
  const spans = Math.max(frame.size.columns - LABEL_WIDTH - 4, 1);
  const spanMs = SPANS_MS.find((ms) => ms * spans >= now - oldest) ?? SPANS_MS.at(-1)!;
  const counts = countByTime(rows, { now, spans, spanMs });
  frame.text(0, top, label(spanMs).padStart(LABEL_WIDTH - 1), colour ? "2" : "");
  frame.text(LABEL_WIDTH, top, sparkline(counts).replaceAll("▁", " "), colour ? "36" : "");
  frame.text(LABEL_WIDTH + spans + 1, top, "now", colour ? "2" : "");
  return top + 1;
}

const LABEL_WIDTH = 10;

function formatSpan(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 60) return `${Math.ceil(minutes)}m`;
  return minutes < 48 * 60 ? `${Math.ceil(minutes / 60)}h` : `${Math.ceil(minutes / 1440)}d`;
}
