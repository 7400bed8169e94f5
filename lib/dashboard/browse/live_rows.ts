/**
 * Rows of many nodes that change one at a time, by watches, or all at once, by polls.
 *
 * @module
 */
import { compareNatural } from "../../output/natural_order.ts";
import type { BrowseRow, NodeRowsState, RowSource } from "./types.ts";

/** Rows of a table; further ones are omitted. */
export const MAX_ROWS = 50_000;

interface NodeRows<Row> {
  readonly rows: Map<string, Row>;
  state: NodeRowsState;
  /** The rows in order; undefined after a change. */
  sorted: readonly Row[] | undefined;
  /** Keys received since all rows are sent again; undefined otherwise. */
  resent: Set<string> | undefined;
}

/** Options of {@linkcode LiveRows}. */
export interface LiveRowsOptions {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Called after each change. */
  changed(): void;
  /** Retains the order in which rows are replaced; default: natural order of the keys. */
  readonly keepsOrder?: boolean;
}

/** The rows of a table. */
export class LiveRows<Row extends BrowseRow = BrowseRow> implements RowSource<Row> {
  readonly nodes: readonly string[];
  readonly #nodes = new Map<string, NodeRows<Row>>();
  readonly #options: LiveRowsOptions;
  #version = 0;
  #size = 0;
  #isTruncated = false;

  constructor(nodes: readonly string[], options: LiveRowsOptions) {
    this.nodes = nodes;
    this.#options = options;
    for (const node of nodes) {
      this.#nodes.set(node, {
        rows: new Map(),
        state: { kind: "loading" },
        sorted: undefined,
        resent: undefined,
      });
    }
  }

  get version(): number {
    return this.#version;
  }

  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  stateOf(node: string): NodeRowsState {
    return this.#of(node).state;
  }

  rowsOf(node: string): readonly Row[] {
    const entry = this.#of(node);
    if (entry.sorted === undefined) {
      const rows = [...entry.rows.values()];
      if (this.#options.keepsOrder !== true) rows.sort((a, b) => compareNatural(a.key, b.key));
      entry.sorted = rows;
    }
    return entry.sorted;
  }

  find(node: string, key: string): Row | undefined {
    return this.#nodes.get(node)?.rows.get(key);
  }

  /** Adds or replaces a row. */
  set(row: Row): void {
    const entry = this.#of(row.node);
    const isNew = !entry.rows.has(row.key);
    if (isNew && this.#size >= MAX_ROWS) {
      this.#isTruncated = true;
      return;
    }
    if (isNew) this.#size++;
    entry.rows.set(row.key, row);
    entry.resent?.add(row.key);
    this.#touch(entry, true);
  }

  /** Removes a row, if it exists. */
  remove(node: string, key: string): void {
    const entry = this.#of(node);
    if (!entry.rows.delete(key)) return;
    this.#size--;
    this.#touch(entry, true);
  }

  /** Replaces all rows of a node, which responds. */
  replace(node: string, rows: readonly Row[]): void {
    const entry = this.#of(node);
    this.#size -= entry.rows.size;
    entry.rows.clear();
    const free = Math.max(MAX_ROWS - this.#size, 0);
    this.#isTruncated ||= rows.length > free;
    for (const row of rows.slice(0, free)) entry.rows.set(row.key, row);
    this.#size += entry.rows.size;
    entry.state = { kind: "live" };
    this.#touch(entry, true);
  }

  /** Starts to receive all rows of a node again; until {@linkcode complete} the old ones stay. */
  restart(node: string): void {
    this.#of(node).resent = new Set();
  }

  /** Ends the initial rows of a node: those that were not sent again no longer exist. */
  complete(node: string): void {
    const entry = this.#of(node);
    const { resent } = entry;
    entry.resent = undefined;
    for (const key of resent === undefined ? [] : [...entry.rows.keys()]) {
      if (resent!.has(key)) continue;
      entry.rows.delete(key);
      this.#size--;
    }
    entry.state = { kind: "live" };
    this.#touch(entry, true);
  }

  /** Marks the rows of a node as old, from the first call on. */
  lose(node: string, reason: string): void {
    const entry = this.#of(node);
    const { state } = entry;
    const hadRows = state.kind === "live" || state.kind === "stale";
    const since = state.kind === "stale" ? state.since : this.#options.now();
    entry.state = hadRows ? { kind: "stale", since, reason } : { kind: "failed", reason };
    this.#touch(entry, false);
  }

  #of(node: string): NodeRows<Row> {
    return this.#nodes.get(node)!;
  }

  #touch(entry: NodeRows<Row>, hasNewRows: boolean): void {
    if (hasNewRows) entry.sorted = undefined;
    this.#version++;
    this.#options.changed();
  }
}
