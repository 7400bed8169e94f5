/**
 * Tables that are read at an interval, or once, from each node.
 *
 * @module
 */
import { errorOf } from "../node_failures.ts";
import { type FeedTarget, runUntilClosed } from "./feed_target.ts";
import { LiveRows } from "./live_rows.ts";
import type { BrowseColumn, BrowseRow, Feed } from "./types.ts";
import { sleep } from "../../async/sleep.ts";

/** Options of {@linkcode PolledFeed}. */
export interface PolledFeedOptions<Row extends BrowseRow> {
  readonly columns: readonly BrowseColumn[];
  readonly hideFirst?: readonly string[];
  /** Interval of reads, milliseconds; undefined reads once, again after a failure. */
  readonly intervalMs?: number;
  /** Header of the column that shows the tree. */
  readonly treeHeader?: string;
  read(node: string, signal: AbortSignal): Promise<readonly Row[]>;
}

/** Pause after a failed read, milliseconds. */
const RETRY_MS = 5000;

/** Rows of nodes that are read at an interval. */
export class PolledFeed<Row extends BrowseRow = BrowseRow> implements Feed<Row> {
  readonly columns: readonly BrowseColumn[];
  readonly hideFirst: readonly string[];
  readonly treeHeader: string | undefined;
  readonly rows: LiveRows<Row>;
  readonly #target: FeedTarget;
  readonly #options: PolledFeedOptions<Row>;

  constructor(target: FeedTarget, nodes: readonly string[], options: PolledFeedOptions<Row>) {
    this.#target = target;
    this.#options = options;
    this.columns = options.columns;
    this.hideFirst = options.hideFirst ?? [];
    this.treeHeader = options.treeHeader;
    const { clock, changed } = target;
    this.rows = new LiveRows(nodes, { now: () => clock.now(), changed, keepsOrder: true });
  }

  start(): () => void {
    const { nodes } = this.rows;
    return runUntilClosed(
      this.#target,
      (signal) => nodes.map((node, index) => this.#poll(node, index / nodes.length, signal)),
    );
  }

  /** @param share Part of the interval before the second read, so that nodes are read in turn. */
  async #poll(node: string, share: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#target;
    const { intervalMs, read } = this.#options;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      let pauseMs = intervalMs === undefined
        ? undefined
        : intervalMs + (isFirst ? share * intervalMs : 0);
      try {
        this.rows.replace(node, await read(node, signal));
      } catch (error) {
        if (signal.aborted) return;
        this.rows.lose(node, errorOf(node, error).message);
        pauseMs ??= RETRY_MS;
      }
      if (pauseMs === undefined) return;
      await sleep(clock, pauseMs, signal);
    }
  }
}
