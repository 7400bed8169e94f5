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
import { createSnapshot } from "./snapshot.ts";

/** What streams read. */
export interface StreamOptions {
  readonly source: DashboardSource;
  readonly feeds: BrowseFeeds;
  readonly history: SessionHistory;
  readonly clock: Clock;
  readonly contextName: string;
  readonly query: URLSearchParams;
}

/** Minimum time between two snapshots, milliseconds; after a slow one it is longer. */
const UPDATE_MS = 500;
/** Pause after a snapshot, as a multiple of the time that it took. */
const PAUSE_FACTOR = 20;
/** Interval of snapshots without changed data, so that ages advance, milliseconds. */
const TICK_MS = 5000;
/**
 * Pause before the first snapshot of changed content, in which more of it arrives, milliseconds.
 */
const FIRST_MS = 20;

/** Streams the content of a page: first all, then its changes. */
export function streamSnapshots(
  { source, feeds, history, clock, query, contextName }: StreamOptions,
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
        // A page that does not read gets the newest content later.
        if ((controller.desiredSize ?? 0) > 0) {
          const table = handle?.content?.table;
          if (table !== undefined) rowView ??= new RowView(table.feed);
          rowContent ??= openRows(feeds, table, page);
          const content = { source, history, handle, view: rowView, rowContent, contextName };
          const next = createSnapshot(content, page, clock.now()) as unknown as Json;
          const delta = createDelta(last, next);
          // A comment keeps the connection alive and detects its end.
          const text = delta === undefined ? ":\n\n" : `data: ${JSON.stringify(delta)}\n\n`;
          controller.enqueue(encoder.encode(text));
          last = next;
          pauseMs = Math.max(UPDATE_MS, PAUSE_FACTOR * (clock.now() - sentAt));
        }
        schedule(TICK_MS);
      };
      const changed = () => {
        if (isDue) return;
        isDue = true;
        schedule(Math.max(sentAt + pauseMs - clock.now(), FIRST_MS));
      };
      unsubscribes.push(source.onChange(changed));
      if (handle !== undefined) unsubscribes.push(feeds.onChange(changed));
      viewer.setFocus(focusOf(page, source.nodes));
      send();
    },
    cancel: end,
  });
}
