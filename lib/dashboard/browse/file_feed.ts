/**
 * The files in a folder of nodes.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import { withIdleTimeout } from "../../async/idle_timeout.ts";
import { toByteStream } from "../../client/mod.ts";
import { createTimeoutError } from "../../client/timeouts.ts";
import { OsctlError } from "../../errors.ts";
import { isBinary } from "../../output/binary.ts";
import { getFileKind } from "../../output/file_mode.ts";
import { listView } from "../../node/files/mod.ts";
import type { FeedTarget } from "./feed_target.ts";
import { PolledFeed } from "./polled_feed.ts";
import type { BrowseRow } from "./types.ts";
import { toRow } from "./view_rows.ts";

/** A file or folder. */
export interface FileRow extends BrowseRow {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Files of a folder that are listed. */
const MAX_FILES = 20_000;

/** Creates the table of files. Symbolic links may lead to folders. */
export function createFileFeed(
  target: FeedTarget,
  nodes: readonly string[],
  folder: string,
): PolledFeed<FileRow> {
  const { client, clock } = target;
  const view = listView({ long: true, humanize: true, labels: false, now: clock.now() });
  return new PolledFeed(target, nodes, {
    columns: view.columns.map((column) =>
      column.header === "SIZE(B)" ? { ...column, header: "SIZE" } : column
    ),
    hideFirst: view.hideFirst ?? [],
    async read(node, signal) {
      const { columns } = listView({ long: true, humanize: true, labels: false, now: clock.now() });
      const request = { root: folder, recurse: false, recursionDepth: 0, reportXattrs: false };
      const rows: FileRow[] = [];
      const files = client.stream(MachineService.List, request, node, {
        signal,
        idleLimit: "scan",
      });
      for await (const file of files) {
        const row = toFileRow(file, folder);
        if (row === undefined) continue;
        rows.push({
          ...toRow(columns, file, { key: row.path, node, name: row.path }),
          ...row,
        });
        if (rows.length >= MAX_FILES) break;
      }
      return rows.sort((a, b) =>
        Number(b.isFolder) - Number(a.isFolder) || (a.path < b.path ? -1 : 1)
      );
    },
  });
}

/** Returns path and kind of a file; undefined for the folder itself. */
function toFileRow(
  { error, relativeName, mode }: machine.IFileInfo,
  folder: string,
): Pick<FileRow, "path" | "isFolder"> | undefined {
  if (error) throw new OsctlError("node", error);
  const name = relativeName ?? "";
  if (name === "." || name === "" || name.includes("/")) return undefined;
  const isFolder = getFileKind(mode ?? 0) === "directory";
  return { path: `${folder === "/" ? "" : folder}/${name}`, isFolder };
}

/** Longest file that is shown, bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A file's content for the screen. */
export interface FileText {
  readonly text: string;
  /** Whether the file is longer. */
  readonly isTruncated: boolean;
}

/**
 * Reads the start of a file.
 *
 * @throws {OsctlError} when it cannot be read; of kind `input` when it is binary.
 */
export async function readFileText(
  { client, clock, callMs }: FeedTarget,
  { node, path }: Pick<FileRow, "node" | "path">,
  signal: AbortSignal,
): Promise<FileText> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const chunks = withIdleTimeout(
    { clock, ms: callMs, signal, expired: () => createTimeoutError(callMs) },
    (stop) => toByteStream(client.stream(MachineService.Read, { path }, node, { signal: stop })),
  );
  for await (const chunk of chunks) {
    if (bytes === 0 && isBinary(chunk)) {
      throw new OsctlError("input", `"${path}" is binary`, { hint: 'save it with "s"' });
    }
    bytes += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (bytes >= MAX_BYTES) return { text, isTruncated: true };
  }
  return { text: text + decoder.decode(), isTruncated: false };
}

/** Streams a whole file. */
export function streamFile(
  { client, signal }: FeedTarget,
  { node, path }: Pick<FileRow, "node" | "path">,
): AsyncIterable<Uint8Array> {
  return toByteStream(client.stream(MachineService.Read, { path }, node, { signal }));
}
