/**
 * Streams the content of pages as server-sent events.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { RowView } from "../browse/row_view.ts";
import type { DashboardSource } from "../source.ts";
import type { BrowseFeeds, ContentHandle } from "./browse_feeds.ts";
import { createDelta, type Json } from "./delta.ts";
import type { SessionHistory } from "./history.ts";
import { focusOf, isBrowseView, parseView } from "./page_view.ts";
import { openRows } from "./row_content.ts";
import { createSnapshot, type Snapshot } from "./snapshot.ts";

/** What streams read. */
export interface StreamOptions {
  readonly source: DashboardSource;
  readonly feeds: BrowseFeeds;
  readonly history: SessionHistory;
  readonly clock: Clock;
  readonly contextName: string;
  readonly query: URLSearchParams;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

/** Minimum time between two snapshots, milliseconds; after a slow one it is longer. */
const UPDATE_MS = 500;
/** Pause after a complete snapshot, as a multiple of the time that it took. */
const PAUSE_FACTOR = 20;
/** Interval of snapshots without changed data, so that ages advance, and maximum pause, milliseconds. */
const TICK_MS = 5000;
/**
 * Pause before the first snapshot of changed content, in which more of it arrives, milliseconds.
 */
const FIRST_MS = 20;

const ALIVE = "event: alive\ndata: 1\n\n";
/** The page need not reconnect: the address of another server is another one. */
const ENDED = "event: ended\ndata: 1\n\n";

/** Streams the content of a page: first all, then its changes. */
export function streamSnapshots(
  { source, feeds, history, clock, query, contextName, signal }: StreamOptions,
  closed: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const page = parseView(query, source.nodes.map(({ node }) => node));
  const viewer = source.addViewer();
  const { view } = page;
  const handle = isBrowseView(view) ? feeds.open({ ...page, view }) : undefined;
  let rowView: RowView | undefined;
  let rowContent: ContentHandle | undefined;
  let cancel = () => {};
  let changed = () => {};
  /** Whether the page did not read the content before. */
  let isOmitted = false;
  const unsubscribes: (() => void)[] = [];
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    cancel();
    for (const unsubscribe of unsubscribes) unsubscribe();
    handle?.close();
    rowContent?.close();
    viewer.close();
    closed();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let last: Json = null;
      let isDue = false;
      let sentAt = -Infinity;
      let pauseMs = UPDATE_MS;
      const schedule = (ms: number) => {
        cancel();
        cancel = clock.after(ms, send);
      };
      const send = () => {
        isDue = false;
        sentAt = clock.now();
        // A page that does not read gets the newest content as soon as it does.
        isOmitted = (controller.desiredSize ?? 0) <= 0;
        if (!isOmitted) {
          const table = handle?.content?.table;
          if (table !== undefined) rowView ??= new RowView(table.feed);
          rowContent ??= openRows(feeds, table, page);
          const content = { source, history, handle, view: rowView, rowContent, contextName };
          const snapshot = createSnapshot(content, page, clock.now());
          const next = snapshot as unknown as Json;
          const delta = createDelta(last, next);
          // Keeps the connection alive; pages and server detect its end.
          const text = delta === undefined ? ALIVE : `data: ${JSON.stringify(delta)}\n\n`;
          controller.enqueue(encoder.encode(text));
          last = next;
          // The first snapshot of a busy machine takes long, and has no rows yet.
          const factor = isIncomplete(snapshot) ? 0 : PAUSE_FACTOR;
          pauseMs = clamp(factor * (clock.now() - sentAt), UPDATE_MS, TICK_MS);
        }
        schedule(TICK_MS);
      };
      changed = () => {
        if (isDue) return;
        isDue = true;
        schedule(Math.max(sentAt + pauseMs - clock.now(), FIRST_MS));
      };
      unsubscribes.push(source.onChange(changed));
      if (handle !== undefined) unsubscribes.push(feeds.onChange(changed));
      const finish = () => {
        end();
        controller.enqueue(encoder.encode(ENDED));
        controller.close();
      };
      signal.addEventListener("abort", finish, { once: true });
      unsubscribes.push(() => signal.removeEventListener("abort", finish));
      viewer.setFocus(focusOf(page, source.nodes));
      send();
    },
    pull() {
      if (isOmitted) changed();
    },
    cancel: end,
  });
}

/** Reports whether nodes have not sent the rows yet. */
function isIncomplete({ rows }: Snapshot): boolean {
  if (rows === null) return false;
  return rows.loading > 0 || (rows.table === null && rows.problems.length === 0);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
