/**
 * Downloads: rows, lines of logs, and files of nodes.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { sleep } from "../../async/sleep.ts";
import { formatCount } from "../../output/text.ts";
import { formatRows, SAVE_FORMATS } from "../browse/format_rows.ts";
import { streamFile } from "../browse/file_feed.ts";
import type { ResourceRow } from "../browse/resource_feed.ts";
import { resourceYaml } from "../browse/resource_text.ts";
import { RowView, type ShownRow } from "../browse/row_view.ts";
import type { DashboardSource } from "../source.ts";
import type { BrowseFeeds, ContentHandle } from "./browse_feeds.ts";
import { selectRows } from "./browse_snapshot.ts";
import { toFileName } from "./page_documents.ts";
import { formatLog } from "./page_log.ts";
import { isBrowseView, type PageView } from "./page_view.ts";
import { openRows, parseRowId } from "./row_content.ts";
import { namesOf } from "./snapshot.ts";

/** What downloads read. */
export interface DownloadOptions {
  readonly source: DashboardSource;
  readonly feeds: BrowseFeeds;
  readonly clock: Clock;
  readonly view: PageView;
  /** `what`: `rows`, `log` or `file`; `format` and `marks` of rows. */
  readonly query: URLSearchParams;
  /** Headers of each response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Longest wait for content, milliseconds. */
const WAIT_MS = 5000;
const POLL_MS = 50;

/** Returns the response with a file. */
export async function createDownload(options: DownloadOptions): Promise<Response> {
  const { view: page, query, headers } = options;
  const reject = (status: number, text: string) => new Response(`${text}\n`, { status, headers });
  const { view } = page;
  if (!isBrowseView(view)) return reject(404, "the view has no download");
  if (query.get("what") === "file") return await downloadFile(options, reject);
  const { feeds } = options;
  const handle = feeds.open({ ...page, view });
  try {
    return query.get("what") === "log"
      ? await downloadLog(options, handle, reject)
      : await downloadRows(options, handle, reject);
  } finally {
    handle.close();
  }
}

type Reject = (status: number, text: string) => Response;

function attach(
  headers: Readonly<Record<string, string>>,
  name: string,
  body: BodyInit,
): Response {
  return new Response(body, {
    headers: {
      ...headers,
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${toFileName(name)}"`,
    },
  });
}

/** Waits a limited time until content is complete. */
async function settle(clock: Clock, isComplete: () => boolean): Promise<void> {
  for (let ms = 0; ms < WAIT_MS && !isComplete(); ms += POLL_MS) await sleep(clock, POLL_MS);
}

async function downloadFile({ feeds, source, view, headers }: DownloadOptions, reject: Reject) {
  const { node, key: path } = parseRowId(view.rows[0] ?? "");
  if (!path.startsWith("/") || source.find(node) === undefined) {
    return reject(404, "no such file");
  }
  const chunks = streamFile(feeds.target, { node, path })[Symbol.asyncIterator]();
  // A failure before the first bytes is a status; after them, it ends the download.
  let first: IteratorResult<Uint8Array>;
  try {
    first = await chunks.next();
  } catch (error) {
    return reject(502, error instanceof Error ? error.message : String(error));
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = first;
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      first = await chunks.next();
      if (first.done) controller.close();
    },
    async cancel() {
      await chunks.return?.();
    },
  });
  return attach(headers, path.split("/").at(-1)!, body);
}

async function downloadLog(
  { feeds, source, clock, view, headers }: DownloadOptions,
  handle: ContentHandle,
  reject: Reject,
): Promise<Response> {
  let own: ContentHandle | undefined;
  const find = () =>
    handle.content?.log ?? (own ??= openRows(feeds, handle.content?.table, view))
      ?.content?.log;
  try {
    await settle(clock, () => (find()?.lines.version ?? 0) > 0 || handle.problem !== undefined);
    const log = find();
    if (log === undefined) return reject(404, handle.problem ?? "no log is open");
    return attach(headers, "logs.txt", formatLog(log, view, namesOf(source), clock.now()));
  } finally {
    own?.close();
  }
}

async function downloadRows(
  { source, clock, view: page, query, headers }: DownloadOptions,
  handle: ContentHandle,
  reject: Reject,
): Promise<Response> {
  const names = namesOf(source);
  const isComplete = () => {
    const rows = handle.content?.table?.feed.rows;
    return handle.problem !== undefined ||
      rows?.nodes.every((node) => rows.stateOf(node).kind !== "loading") === true;
  };
  await settle(clock, isComplete);
  const table = handle.content?.table;
  if (table === undefined) return reject(404, handle.problem ?? "the content is not read yet");
  const states = table.feed.rows.nodes.map((node) => table.feed.rows.stateOf(node));
  const missing = states.filter(({ kind }) => kind === "loading").length;
  if (missing > 0) {
    return reject(504, `waiting for ${formatCount(missing, "node")}; download the rows later`);
  }
  const [first] = states;
  if (first?.kind === "failed" && states.every(({ kind }) => kind === "failed")) {
    return reject(502, `no node sent rows: ${first.reason}`);
  }
  const marks = new Set((query.get("marks") ?? "").split("\n").filter((id) => id !== ""));
  const { rows } = selectRows(table, new RowView(table.feed), page, names);
  const chosen = marks.size === 0
    ? rows
    : rows.filter(({ row }) => marks.has(`${row.node} ${row.key}`));
  const format = query.get("format") ?? "";
  const name = `${table.title.split(" ")[0]!.toLowerCase() || "rows"}`;
  if (format === "yaml" && table.definition !== undefined) {
    return attach(headers, `${name}.yaml`, toYaml(chosen as readonly ShownRow<ResourceRow>[]));
  }
  const known = SAVE_FORMATS[format];
  if (known === undefined) return reject(404, "unknown format; use csv, json or yaml");
  return attach(headers, `${name}.${known}`, formatRows(known, table.feed.columns, chosen));
}

function toYaml(rows: readonly ShownRow<ResourceRow>[]): string {
  return rows.map(({ row: { node, resource } }) => resourceYaml(node, resource)).join("---\n");
}
