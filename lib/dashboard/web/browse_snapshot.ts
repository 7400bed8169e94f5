/**
 * The rows of a page over all nodes, as JSON.
 *
 * @module
 */
import { formatElapsedSeconds } from "../../output/elapsed.ts";
import { escapeControls } from "../../output/text.ts";
import { DEFINITIONS } from "../../resource/definitions.ts";
import { countByTime, type EventRow } from "../browse/event_feed.ts";
import type { FileRow } from "../browse/file_feed.ts";
import {
  NODE_HEADER,
  type RowQuery,
  type RowResult,
  type RowView,
  type ShownRow,
  staleMs,
} from "../browse/row_view.ts";
import type { BrowseRow, Feed, NodeNames } from "../browse/types.ts";
import type { ContentHandle, OpenTable } from "./browse_feeds.ts";
import type { PageRow, PageTable } from "./page_table.ts";
import type { PageView } from "./page_view.ts";

/** Numbers of rows over time. */
interface PageTimeLine {
  /** Oldest first; the last one ends now. */
  readonly counts: readonly number[];
  /** Seconds of a number. */
  readonly seconds: number;
}

/** Rows of a page. */
export interface PageRows {
  /** Null while the type is read. */
  readonly table: PageTable | null;
  /** Rows before the limit, and before the filter. */
  readonly matching: number;
  readonly total: number;
  /** Nodes that have not responded yet. */
  readonly loading: number;
  readonly problems: readonly string[];
  /** What rows are: resources, types, or others. */
  readonly kind: "resource" | "config" | "type" | "other";
  readonly timeLine: PageTimeLine | null;
}

/** Maximum number of rows of a page. */
export const MAX_ROWS = 5000;

const NO_ROWS: PageRows = {
  table: null,
  matching: 0,
  total: 0,
  loading: 0,
  problems: [],
  kind: "other",
  timeLine: null,
};

/** Selects the rows of a page. */
export function selectRows(
  { filter }: OpenTable,
  view: RowView,
  page: Pick<PageView, "view" | "filter" | "sort">,
  names: NodeNames,
): RowResult {
  const sort = page.sort === "" && page.view === "events" ? "-TIME" : page.sort;
  return view.select({
    filter: page.filter === "" ? filter : page.filter,
    sort: parseSort(sort),
  }, names);
}

/** Creates the content. `now`: milliseconds since the Unix epoch. */
export function createRows(
  { content, problem }: Pick<ContentHandle, "content" | "problem">,
  view: RowView | undefined,
  page: PageView,
  names: NodeNames,
  now: number,
): PageRows {
  const open = content?.table;
  if (open === undefined || view === undefined) {
    return { ...NO_ROWS, problems: problem === undefined ? [] : [escapeControls(problem)] };
  }
  const { feed, definition } = open;
  const result = selectRows(open, view, page, names);
  const headers = [NODE_HEADER, ...feed.columns.map(({ header }) => header)];
  const age = (ms: number) => formatElapsedSeconds(Math.round(ms / 1000));
  return {
    table: {
      title: escapeControls(open.title),
      headers,
      keyHeaders: headers,
      isSelected: true,
      rows: result.rows.slice(0, MAX_ROWS).map((shown) =>
        toRow(shown, feed, { isTree: page.sort === "", now })
      ),
    },
    matching: result.rows.length,
    total: result.total,
    loading: result.loading,
    problems: [
      ...result.filterProblem === undefined ? [] : [`filter: ${result.filterProblem}`],
      ...feed.rows.isTruncated ? ["too many rows: some are omitted"] : [],
      ...result.problems.map(({ nodeName, state }) =>
        state.kind === "stale"
          ? `${nodeName}: ${age(now - state.since)} old: ${state.reason}`
          : `${nodeName}: ${state.reason}`
      ),
    ].map(escapeControls),
    kind: definition === undefined
      ? "other"
      : definition.type === DEFINITIONS.type
      ? "type"
      : definition.type.startsWith("MachineConfigs.")
      ? "config"
      : "resource",
    timeLine: page.view === "events"
      ? timeLineOf(result.rows as RowResult<EventRow>["rows"], now)
      : null,
  };
}

/** Spans of the time line, seconds; the first that reaches the oldest event is used. */
const SPANS = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400];
const SPAN_COUNT = 60;

function timeLineOf(rows: readonly ShownRow<EventRow>[], now: number): PageTimeLine {
  const events = rows.map(({ row }) => row);
  const oldest = events.reduce(
    (least, { event: { seconds } }) => Math.min(least, seconds ?? Infinity),
    now / 1000,
  );
  const age = now / 1000 - oldest;
  const seconds = SPANS.find((span) => span * SPAN_COUNT >= age) ?? SPANS.at(-1)!;
  // Aligned, so that numbers change only with new events and new spans.
  const end = Math.ceil(now / 1000 / seconds) * seconds * 1000;
  return {
    counts: countByTime(events, { now: end, spans: SPAN_COUNT, spanMs: seconds * 1000 }),
    seconds,
  };
}

function parseSort(text: string): RowQuery["sort"] {
  if (text === "") return undefined;
  const isDescending = text.startsWith("-");
  return { header: isDescending ? text.slice(1) : text, isDescending };
}

/** Indentation of a level of a tree: browsers keep these spaces. */
const INDENT = "\u00a0\u00a0";

/** Rows of pages by the rows of feeds, which do not change. */
const converted = new WeakMap<BrowseRow, { readonly key: string; readonly row: PageRow }>();

function toRow(
  { row, nodeName }: ShownRow,
  feed: Feed,
  { isTree, now }: { readonly isTree: boolean; readonly now: number },
): PageRow {
  const isStale = staleMs(feed.rows.stateOf(row.node), now) !== undefined;
  const key = `${nodeName}\0${isTree}\0${isStale}`;
  const known = converted.get(row);
  if (known?.key === key) return known.row;
  const tree = isTree ? feed.columns.findIndex(({ header }) => header === feed.treeHeader) : -1;
  const cells = row.cells.map((cell, index) =>
    (index === tree ? INDENT.repeat(row.depth ?? 0) : "") + escapeControls(cell)
  );
  const { isFolder } = row as Partial<FileRow>;
  const made: PageRow = {
    id: `${row.node} ${row.key}`,
    cells: [escapeControls(nodeName), ...cells],
    tints: [null, ...feed.columns.map((_, index) => row.tints?.[index] ?? null)],
    keys: [],
    dim: isStale,
    message: null,
    ...isFolder === undefined ? {} : { isFolder },
  };
  converted.set(row, { key, row: made });
  return made;
}
