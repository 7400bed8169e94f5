/**
 * The rows of a table that a viewer sees: filtered and sorted, computed again only after a change.
 *
 * @module
 */
import { compareKeys, toNaturalKey } from "./natural_key.ts";
import { parseRowFilter, type RowFilter } from "./row_filter.ts";
import type { BrowseColumn, BrowseRow, NodeNames, NodeRowsState, RowSource } from "./types.ts";

/** Header of the first column. */
export const NODE_HEADER = "NODE";

/** What a viewer has selected. */
export interface RowQuery {
  /** See {@linkcode parseRowFilter}. */
  readonly filter: string;
  /** Header to sort by; undefined: by node, then in the order of the rows. */
  readonly sort: { readonly header: string; readonly isDescending: boolean } | undefined;
}

/** A row to show. */
export interface ShownRow<Row extends BrowseRow = BrowseRow> {
  /** Unique in the table. */
  readonly id: string;
  readonly row: Row;
  /** The name of its node. */
  readonly nodeName: string;
}

/** A node without current rows. */
export interface NodeProblem {
  readonly node: string;
  readonly nodeName: string;
  readonly state: NodeRowsState & { readonly kind: "stale" | "failed" };
}

/** The rows to show. */
export interface RowResult<Row extends BrowseRow = BrowseRow> {
  readonly rows: readonly ShownRow<Row>[];
  /** Rows before the filter. */
  readonly total: number;
  /** Nodes that failed or whose rows are old, in order. */
  readonly problems: readonly NodeProblem[];
  /** Nodes that have not responded yet. */
  readonly loading: number;
  /** Why the filter is not what was typed. */
  readonly filterProblem: string | undefined;
}

/** Returns the ID of a row. */
function rowId({ node, key }: Pick<BrowseRow, "node" | "key">): string {
  return `${node}\0${key}`;
}

/** Milliseconds since the last news of a row's node; undefined while it is current. */
export function staleMs(state: NodeRowsState, now: number): number | undefined {
  return state.kind === "stale" ? Math.max(now - state.since, 0) : undefined;
}

/** Selects rows, and remembers the result. */
export class RowView<Row extends BrowseRow = BrowseRow> {
  readonly #source: RowSource<Row>;
  readonly #columns: readonly BrowseColumn[];
  #cached: { readonly key: string; readonly result: RowResult<Row> } | undefined;
  #filter: { readonly text: string; readonly filter: RowFilter } | undefined;

  constructor({ rows, columns }: {
    readonly rows: RowSource<Row>;
    readonly columns: readonly BrowseColumn[];
  }) {
    this.#source = rows;
    this.#columns = columns;
  }

  /** Returns the rows for a query; the same object while nothing has changed. */
  select(query: RowQuery, names: NodeNames): RowResult<Row> {
    const { filter, sort } = query;
    const order = names.order.map((node) => names.nameOf(node)).join("\0");
    const key =
      `${this.#source.version}\0${filter}\0${sort?.header}\0${sort?.isDescending}\0${order}`;
    if (this.#cached?.key === key) return this.#cached.result;
    const result = this.#select(query, names);
    this.#cached = { key, result };
    return result;
  }

  #parse(text: string): RowFilter {
    const headers = [NODE_HEADER, ...this.#columns.map(({ header }) => header)];
    if (this.#filter?.text !== text) this.#filter = { text, filter: parseRowFilter(text, headers) };
    return this.#filter.filter;
  }

  #select({ filter: text, sort }: RowQuery, { order, nameOf }: NodeNames): RowResult<Row> {
    const filter = this.#parse(text);
    const rows: ShownRow<Row>[] = [];
    const problems: NodeProblem[] = [];
    let total = 0;
    let loading = 0;
    const known = new Set(this.#source.nodes);
    for (const node of order) {
      if (!known.has(node)) continue;
      const nodeName = nameOf(node);
      const state = this.#source.stateOf(node);
      if (state.kind === "loading") loading++;
      if (state.kind === "stale" || state.kind === "failed") {
        problems.push({ node, nodeName, state });
      }
      const own = this.#source.rowsOf(node);
      total += own.length;
      const kept = text === "" ? own : filterRows(own, nodeName, filter);
      for (const row of kept) rows.push({ id: rowId(row), row, nodeName });
    }
    return {
      rows: sort === undefined ? rows : this.#sort(rows, sort),
      total,
      problems,
      loading,
      filterProblem: text === "" ? undefined : filter.problem,
    };
  }

  #sort(
    rows: readonly ShownRow<Row>[],
    { header, isDescending }: NonNullable<RowQuery["sort"]>,
  ): readonly ShownRow<Row>[] {
    const index = this.#columns.findIndex((column) => column.header === header);
    if (index < 0 && header !== NODE_HEADER) return rows;
    const keyed = rows.map((shown) => {
      const { row, nodeName } = shown;
      const value = index < 0 ? nodeName : row.keys?.[index] ?? row.cells[index] ?? "";
      return { shown, key: toNaturalKey(value) };
    });
    const direction = isDescending ? -1 : 1;
    return keyed.sort((a, b) => direction * compareKeys(a.key, b.key)).map(({ shown }) => shown);
  }
}

/** Returns the rows that match, in a tree with their parents. */
function filterRows<Row extends BrowseRow>(
  rows: readonly Row[],
  nodeName: string,
  filter: RowFilter,
): readonly Row[] {
  const matches = (row: Row) => filter.matches([nodeName, ...row.cells], row.labels ?? {});
  if (!rows.some(({ depth = 0 }) => depth > 0)) return rows.filter(matches);
  const kept: Row[] = [];
  let depth = 0;
  for (const row of rows.toReversed()) {
    const own = row.depth ?? 0;
    // A row that was kept needs the rows up to its root.
    if (!matches(row) && own >= depth) continue;
    kept.push(row);
    depth = own;
  }
  return kept.reverse();
}
