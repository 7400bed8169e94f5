/**
 * Walks through the files of nodes.
 *
 * @module
 */
import { createFileFeed, type FileRow, readFileText, streamFile } from "../../browse/file_feed.ts";
import { runUntilClosed } from "../../browse/feed_target.ts";
import { OsctlError } from "../../../errors.ts";
import { formatSize } from "../../../output/size.ts";
import type { ViewSelection } from "./open_views.ts";
import type { BrowseContext } from "./context.ts";
import type { Page } from "./page.ts";
import { TablePage } from "./table_page.ts";
import { TextPage } from "./text_page.ts";

/** Creates the table of a folder. */
export function createFilesPage(
  context: BrowseContext,
  { nodes, filter, where }: ViewSelection,
  folder: string,
): Page {
  const { host, target } = context;
  const open = (path: string, on: readonly string[], name: string) =>
    host.open(createFilesPage(context, { nodes: on, filter: "", where: name }, path));
  return new TablePage<FileRow>(host, {
    title: `${folder}${where}`,
    view: "files",
    scopes: ["files"],
    feed: createFileFeed(target, nodes, folder),
    filter,
    act(action, { current }) {
      if (action === "parent") {
        const parent = folder.replace(/\/[^/]*$/, "");
        if (folder !== "/") open(parent === "" ? "/" : parent, nodes, where);
        return true;
      }
      if (current === undefined) return false;
      if (action === "open") {
        const { row, nodeName } = current;
        // The folder of one node, whose name was under the cursor.
        if (row.isFolder) open(row.path, [row.node], ` on ${nodeName}`);
        else host.open(createFilePage(context, row, nodeName));
        return true;
      }
      if (action !== "download") return false;
      const { row } = current;
      if (row.isFolder) host.say('folders are copied with "osctl copy"', true);
      else host.save(row.path.split("/").at(-1)!, () => streamFile(target, row));
      return true;
    },
  });
}

/** Creates the page of a file. */
function createFilePage(
  { host, target }: BrowseContext,
  row: FileRow,
  nodeName: string,
): TextPage {
  let text: string | undefined;
  return new TextPage(host, {
    title: `${row.path} on ${nodeName}`,
    view: "files",
    fileName: row.path.split("/").at(-1)!,
    text: () => text,
    start: () =>
      runUntilClosed(target, (signal) => [(async () => {
        try {
          const { text: content, isTruncated } = await readFileText(target, row, signal);
          text = content;
          if (isTruncated) {
            host.say(`only the first ${formatSize(content.length)} are shown; "S" saves all`);
          }
        } catch (error) {
          if (!(error instanceof OsctlError) || signal.aborted) throw error;
          text = "";
          host.say(error.message, true);
        }
        host.redraw();
      })()]),
  });
}
