/**
 * The content of a page with resources, as JSON.
 *
 * @module
 */
import { formatElapsedSeconds } from "../../output/elapsed.ts";
import { escapeControls } from "../../output/text.ts";
import { describeResource, resourceYaml } from "../browse/resource_text.ts";
import type { ResourceRow } from "../browse/resource_feed.ts";
import { NODE_HEADER, type RowQuery, type ShownRow, staleMs } from "../browse/row_view.ts";
import { findSections } from "../browse/text_document.ts";
import type { NodeNames } from "../browse/types.ts";
import type { OpenTable, TableHandle } from "./browse_feeds.ts";
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

/** Creates the content. `now`: milliseconds since the Unix epoch. */
export function createResources(
  { table: open, problem }: Pick<TableHandle, "table" | "problem">,
  page: PageView,
  names: NodeNames,
  now: number,
): PageResources {
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
      title: feed.definition.type,
      headers,
      keyHeaders: headers,
      isSelected: true,
      rows: result.rows.slice(0, page.limit).map((shown) => toRow(shown, open, now)),
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

function toRow(
  { row, nodeName }: ShownRow<ResourceRow>,
  { feed }: OpenTable,
  now: number,
): PageRow {
  return {
    id: `${row.node} ${row.key}`,
    cells: [nodeName, ...row.cells].map(escapeControls),
    tints: [null, ...feed.columns.map((_, index) => row.tints?.[index] ?? null)],
    keys: [],
    dim: staleMs(feed.rows.stateOf(row.node), now) !== undefined,
    message: null,
  };
}

function createDocument(
  { feed }: OpenTable,
  page: PageView,
  names: NodeNames,
  now: number,
): PageDocument | null {
  if (page.row === "") return null;
  const space = page.row.indexOf(" ");
  const node = page.row.slice(0, space);
  const row = feed.rows.nodes.includes(node)
    ? feed.rows.find(node, page.row.slice(space + 1))
    : undefined;
  if (row === undefined) {
    return { title: escapeControls(page.row), lines: ["This resource does not exist."], ends: [1] };
  }
  const nodeName = names.nameOf(node);
  const { definition } = feed;
  const text = page.document === "yaml"
    ? resourceYaml(node, row.resource)
    : describeResource({ resource: row.resource, node, nodeName, definition, now });
  const lines = text.trimEnd().split("\n").map(escapeControls);
  return { title: escapeControls(`${row.name} on ${nodeName}`), lines, ends: findSections(lines) };
}
