/**
 * The content of a page with resources, as JSON.
 *
 * @module
 */
import { formatElapsedSeconds } from "../../output/elapsed.ts";
import { escapeControls } from "../../output/text.ts";
import { describeResource, resourceYaml } from "../browse/resource_text.ts";
import type { ResourceRow } from "../browse/resource_feed.ts";
import type { LogFeed } from "../browse/log_feed.ts";
import { NODE_HEADER, type RowQuery, type ShownRow, staleMs } from "../browse/row_view.ts";
import { findSections } from "../browse/text_document.ts";
import type { BrowseRow, NodeNames } from "../browse/types.ts";
import type { ContentHandle, OpenTable } from "./browse_feeds.ts";
import type { PageRow, PageTable } from "./page_table.ts";
import type { PageView } from "./page_view.ts";

/** A text about a resource. */
interface PageDocument {
  readonly title: string;
  readonly lines: readonly string[];
  /** For each line, the index after its section. */
  readonly ends: readonly number[];
}

/** Resources of a page. */
export interface PageResources {
  /** Null while the type is read. */
  readonly table: PageTable | null;
  /** Rows before the limit, and before the filter. */
  readonly matching: number;
  readonly total: number;
  /** Nodes that have not responded yet. */
  readonly loading: number;
  readonly problems: readonly string[];
  readonly document: PageDocument | null;
}

const NO_ROWS: PageResources = {
  table: null,
  matching: 0,
  total: 0,
  loading: 0,
  problems: [],
  document: null,
};

/** Returns the row that a page shows in full. */
export function findRow({ feed }: OpenTable, row: string): BrowseRow | undefined {
  const space = row.indexOf(" ");
  const node = row.slice(0, space);
  return feed.rows.nodes.includes(node) ? feed.rows.find(node, row.slice(space + 1)) : undefined;
}

/** Log lines of a page. */
const LOG_LINES = 500;
/** Logs that the title names. */
const MAX_TITLE = 3;

/** Returns the lines of logs, with the node and the name of each where there are several. */
export function logOfPage(log: LogFeed, { filter, row }: PageView, names: NodeNames) {
  // The filter is of the rows where the log is below a table.
  const selected = log.lines.select({
    filter: row === "" ? filter : "",
    from: undefined,
    to: undefined,
  });
  const isSingle = log.sources.length === 1;
  const nameOf = ({ node, name }: LogFeed["sources"][number]) => `${names.nameOf(node)} ${name}`;
  const problems = [...log.problems].map(([source, reason]) => `${nameOf(source)}: ${reason}`);
  return {
    source: log.sources.length <= MAX_TITLE
      ? log.sources.map(nameOf).join(", ")
      : `${log.sources.length} services`,
    sources: [],
    lines: selected.slice(-LOG_LINES).map(({ source, text }) =>
      escapeControls(isSingle ? text : `${nameOf(source)}: ${text}`)
    ),
    problem: selected.length === 0 && problems.length > 0
      ? escapeControls(problems.join("; "))
      : null,
  };
}

/** Creates the content. `now`: milliseconds since the Unix epoch. */
export function createResources(
  { content, problem }: Pick<ContentHandle, "content" | "problem">,
  page: PageView,
  names: NodeNames,
  now: number,
): PageResources {
  const open = content?.table;
  if (open === undefined) {
    return { ...NO_ROWS, problems: problem === undefined ? [] : [escapeControls(problem)] };
  }
  const { feed, view } = open;
  const filter = page.filter === "" ? open.filter : page.filter;
  const result = view.select({ filter, sort: parseSort(page.sort) }, names);
  const headers = [NODE_HEADER, ...feed.columns.map(({ header }) => header)];
  const age = (ms: number) => formatElapsedSeconds(Math.round(ms / 1000));
  return {
    table: {
      title: open.title,
      headers,
      keyHeaders: headers,
      isSelected: true,
      rows: result.rows.slice(0, page.limit).map((shown) =>
        toRow(shown, open, { isTree: page.sort === "", now })
      ),
    },
    matching: result.rows.length,
    total: result.total,
    loading: result.loading,
    problems: [
      ...result.filterProblem === undefined ? [] : [`filter: ${result.filterProblem}`],
      ...feed.rows.isTruncated ? ["too many resources: some are omitted"] : [],
      ...result.problems.map(({ nodeName, state }) =>
        state.kind === "stale"
          ? `${nodeName}: ${age(now - state.since)} old: ${state.reason}`
          : `${nodeName}: ${state.reason}`
      ),
    ].map(escapeControls),
    document: createDocument(open, page, names, now),
  };
}

function parseSort(text: string): RowQuery["sort"] {
  if (text === "") return undefined;
  const isDescending = text.startsWith("-");
  return { header: isDescending ? text.slice(1) : text, isDescending };
}

/** Indentation of a level of a tree: browsers keep these spaces. */
const INDENT = "\u00a0\u00a0";

function toRow(
  { row, nodeName }: ShownRow,
  { feed }: OpenTable,
  { isTree, now }: { readonly isTree: boolean; readonly now: number },
): PageRow {
  const tree = isTree ? feed.columns.findIndex(({ header }) => header === feed.treeHeader) : -1;
  const cells = row.cells.map((cell, index) =>
    (index === tree ? INDENT.repeat(row.depth ?? 0) : "") + escapeControls(cell)
  );
  return {
    id: `${row.node} ${row.key}`,
    cells: [escapeControls(nodeName), ...cells],
    tints: [null, ...feed.columns.map((_, index) => row.tints?.[index] ?? null)],
    keys: [],
    dim: staleMs(feed.rows.stateOf(row.node), now) !== undefined,
    message: null,
  };
}

function createDocument(
  open: OpenTable,
  page: PageView,
  names: NodeNames,
  now: number,
): PageDocument | null {
  const { definition } = open;
  if (page.row === "" || definition === undefined) return null;
  // Tables with a definition are of resources.
  const row = findRow(open, page.row) as ResourceRow | undefined;
  if (row === undefined) {
    return { title: escapeControls(page.row), lines: ["This resource does not exist."], ends: [1] };
  }
  const { node } = row;
  const nodeName = names.nameOf(node);
  const text = page.document === "yaml"
    ? resourceYaml(node, row.resource)
    : describeResource({ resource: row.resource, node, nodeName, definition, now });
  const lines = text.trimEnd().split("\n").map(escapeControls);
  return { title: escapeControls(`${row.name} on ${nodeName}`), lines, ends: findSections(lines) };
}
