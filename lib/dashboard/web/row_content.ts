/**
 * What the selected rows of a page's table open below or beside it.
 *
 * @module
 */
import type { Definition } from "../../resource/definitions.ts";
import type { BrowseRow } from "../browse/types.ts";
import type { LogSource } from "../browse/log_lines.ts";
import type { ResourceRow } from "../browse/resource_feed.ts";
import type { BrowseFeeds, ContentHandle, OpenTable } from "./browse_feeds.ts";
import type { PageView } from "./page_view.ts";

/** Reports whether a type is the machine configuration. */
export function isMachineConfig({ type }: Pick<Definition, "type">): boolean {
  return type.startsWith("MachineConfigs.");
}

/** Splits the ID of a row of a page. */
export function parseRowId(id: string): { readonly node: string; readonly key: string } {
  const space = id.indexOf(" ");
  return { node: id.slice(0, space), key: id.slice(space + 1) };
}

/** Returns a row of a table. */
export function findRow({ feed }: OpenTable, id: string): BrowseRow | undefined {
  const { node, key } = parseRowId(id);
  return feed.rows.nodes.includes(node) ? feed.rows.find(node, key) : undefined;
}

/** Returns the log that a row opens; undefined for none. */
function logOfRow(row: BrowseRow | undefined): LogSource | undefined {
  const { log } = (row ?? {}) as { readonly log?: LogSource };
  return log === undefined || log.id === "" ? undefined : log;
}

/** Maximum number of logs that rows open at the same time. */
const MAX_LOGS = 100;

/**
 * Opens what the selected rows show; undefined while they are not read, or when the table has it.
 */
export function openRows(
  feeds: BrowseFeeds,
  table: OpenTable | undefined,
  { view, rows, document }: PageView,
): ContentHandle | undefined {
  const [first] = rows;
  if (table === undefined || first === undefined) return undefined;
  if (view === "logs" || view === "containers") {
    const logs = rows.slice(0, MAX_LOGS).map((id) => logOfRow(findRow(table, id)))
      .filter((log) => log !== undefined);
    return logs.length === 0 ? undefined : feeds.openLogs(logs);
  }
  if (view === "files") {
    const { node, key } = parseRowId(first);
    const isFile = key.startsWith("/") && table.feed.rows.nodes.includes(node);
    return isFile ? feeds.openFile(node, key) : undefined;
  }
  if (table.definition === undefined) return undefined;
  if (document === "diff") {
    const nodes = [...new Set(rows.map((id) => parseRowId(id).node))];
    const isDiff = nodes.length > 1 && isMachineConfig(table.definition) &&
      nodes.every((node) => table.feed.rows.nodes.includes(node));
    return isDiff ? feeds.openConfigDiff(nodes) : undefined;
  }
  if (document !== "uses") return undefined;
  const row = findRow(table, first) as ResourceRow | undefined;
  return row === undefined ? undefined : feeds.openUses(row);
}
