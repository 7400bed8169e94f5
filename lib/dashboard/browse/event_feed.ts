/**
 * The events of nodes as a time line.
 *
 * @module
 */
import type { EventEntry } from "../../node/events/mod.ts";
import { followEvents } from "../follow.ts";
import { nodeEventsView } from "../node_views.ts";
import { type FeedTarget, runUntilClosed } from "./feed_target.ts";
import { LiveRows } from "./live_rows.ts";
import type { BrowseColumn, BrowseRow, Feed } from "./types.ts";
import { toRow } from "./view_rows.ts";

/** Retained events of all nodes, and most past ones requested from a node. */
const MAX_EVENTS = 5000;
const TAIL_EVENTS = 200;

/** Events whose order within a second is kept. */
const SEQUENCE = 1e6;

/** An event. */
export interface EventRow extends BrowseRow {
  readonly event: EventEntry;
}

/** Events of nodes. */
export class EventFeed implements Feed<EventRow> {
  readonly columns: readonly BrowseColumn[];
  readonly hideFirst = ["SOURCE"];
  readonly rows: LiveRows<EventRow>;
  readonly #target: FeedTarget;
  #count = 0;
  /** The keys of the events of each node, oldest first. */
  readonly #keys = new Map<string, string[]>();

  constructor(target: FeedTarget, nodes: readonly string[]) {
    this.#target = target;
    this.columns = this.#viewColumns();
    const { clock, changed } = target;
    this.rows = new LiveRows(nodes, { now: () => clock.now(), changed, keepsOrder: true });
  }

  /** The columns without the node, which all tables have. */
  #viewColumns() {
    return nodeEventsView(this.#target.clock.now(), String).columns
      .filter(({ header }) => header !== "NODE");
  }

  start(): () => void {
    const { nodes } = this.rows;
    const limit = Math.max(Math.floor(MAX_EVENTS / nodes.length), 20);
    return runUntilClosed(this.#target, (signal) =>
      nodes.map((node) =>
        followEvents(
          node,
          Math.min(TAIL_EVENTS, limit),
          { ...this.#target, signal, changed() {} },
          ({ event }) => this.#add(node, event, limit),
        )
      ));
  }

  #add(node: string, event: EventEntry, limit: number): void {
    const columns = this.#viewColumns();
    const row = toRow(columns, { node, event }, { key: event.id, node, name: event.id });
    // Times have seconds; events of the same second stay in order of arrival.
    this.#count++;
    const time = (event.seconds ?? 0) + (this.#count % SEQUENCE) / SEQUENCE;
    this.rows.set({ ...row, keys: [time, ...(row.keys ?? []).slice(1)], event });
    if (this.rows.stateOf(node).kind === "loading") this.rows.complete(node);
    const keys = this.#keys.get(node) ?? [];
    this.#keys.set(node, keys);
    keys.push(event.id);
    if (keys.length > limit) this.rows.remove(node, keys.shift()!);
  }
}

/** Counts rows in equal spans of time up to now, oldest first. */
export function countByTime(
  rows: readonly EventRow[],
  { now, spans, spanMs }: { readonly now: number; readonly spans: number; readonly spanMs: number },
): number[] {
  const counts = new Array<number>(spans).fill(0);
  for (const { event: { seconds } } of rows) {
    if (seconds === undefined) continue;
    const index = spans - 1 - Math.floor((now - seconds * 1000) / spanMs);
    if (index >= 0 && index < spans) counts[index]!++;
  }
  return counts;
}
