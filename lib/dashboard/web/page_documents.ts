/**
 * Texts about rows of a page: descriptions, YAML, files, differences, events, and what depends on a
 * resource.
 *
 * @module
 */
import { escapeControls } from "../../output/text.ts";
import type { Definition } from "../../resource/definitions.ts";
import { diffTexts, NO_DIFFERENCE } from "../browse/config_diff.ts";
import type { EventRow } from "../browse/event_feed.ts";
import type { FileText } from "../browse/file_feed.ts";
import type { ResourceRow } from "../browse/resource_feed.ts";
import { describeResource, resourceYaml } from "../browse/resource_text.ts";
import { findHunks, findSections } from "../browse/text_document.ts";
import type { NodeNames } from "../browse/types.ts";
import type { ContentHandle, OpenTable } from "./browse_feeds.ts";
import type { PageView } from "./page_view.ts";
import { findRow, isMachineConfig, parseRowId } from "./row_content.ts";

/** What depends on a resource. */
interface PageUse {
  readonly relation: string;
  readonly controller: string;
  readonly type: string;
  readonly id: string;
  /** The command line that opens the type. */
  readonly line: string;
  /** 1: what the controller of the entry before it writes. */
  readonly depth: number;
}

/** A text about rows. */
export interface PageDocument {
  readonly title: string;
  readonly fileName: string;
  readonly lines: readonly string[];
  /** For each line, the index after its section. */
  readonly ends: readonly number[];
  /** Whether lines are colored as differences. */
  readonly isDiff: boolean;
  readonly uses: readonly PageUse[] | null;
  /** Why the text is not complete. */
  readonly note: string;
}

/** Longest text, lines and UTF-16 code units. */
const MAX_LINES = 10_000;
const MAX_TEXT = 1_000_000;

interface TextOptions {
  readonly isDiff?: boolean;
  readonly isFile?: boolean;
  readonly isTruncated?: boolean;
}

function toDocument(
  title: string,
  fileName: string,
  text: string,
  { isDiff = false, isFile = false, isTruncated = false }: TextOptions = {},
): PageDocument {
  const all = text.slice(0, MAX_TEXT).replace(/\n$/, "").split("\n");
  const lines = all.slice(0, MAX_LINES).map(escapeControls);
  const isLong = isTruncated || text.length > MAX_TEXT || all.length > MAX_LINES;
  return {
    title: escapeControls(title),
    fileName: toFileName(fileName),
    lines,
    ends: isDiff
      ? findHunks(lines)
      : isFile
      ? lines.map((_, index) => index + 1)
      : findSections(lines),
    isDiff,
    uses: null,
    note: isLong ? "Only the start is shown; download the file to see all." : "",
  };
}

/** Documents of long texts, which do not change. */
const documents = new WeakMap<FileText, PageDocument>();

function remember(text: FileText, create: () => PageDocument): PageDocument {
  const known = documents.get(text) ?? create();
  documents.set(text, known);
  return known;
}

/** Returns a name for a file, without separators and control characters. */
export function toFileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "_").replace(/^\.+/, "_") || "text";
}

/** Returns the text about the selected rows; null for none. `now`: milliseconds since the Unix epoch. */
export function createDocument(
  table: OpenTable | undefined,
  rowContent: Pick<ContentHandle, "content" | "problem"> | undefined,
  page: PageView,
  names: NodeNames,
  now: number,
): PageDocument | null {
  const { view, rows: [first], document } = page;
  if (table === undefined || first === undefined) return null;
  const { node, key } = parseRowId(first);
  const nodeName = names.nameOf(node);
  if (rowContent?.problem !== undefined) {
    return toDocument(`${key} on ${nodeName}`, "error.txt", rowContent.problem);
  }
  const content = rowContent?.content;
  if (view === "files") {
    const title = `${key} on ${nodeName}`;
    const fileName = key.split("/").at(-1)!;
    if (content?.text === undefined) return toDocument(title, fileName, "loading …");
    const { text, isTruncated } = content.text;
    const options = { isFile: true, isTruncated };
    return remember(content.text, () => toDocument(title, fileName, text, options));
  }
  if (view === "events") {
    const row = findRow(table, first) as EventRow | undefined;
    const text = row === undefined
      ? "This event is no longer stored."
      : JSON.stringify(row.event, jsonValue, 4);
    return toDocument(`Event of ${nodeName}`, "event.json", text);
  }
  const { definition } = table;
  if (definition === undefined) return null;
  if (document === "diff") return createDiff(table, definition, content?.text, page, names);
  const row = findRow(table, first) as ResourceRow | undefined;
  const title = `${row?.name ?? key} on ${nodeName}`;
  if (row === undefined) return toDocument(title, "text", "This resource does not exist.");
  const { resource } = row;
  if (document === "yaml") return toDocument(title, `${key}.yaml`, resourceYaml(node, resource));
  if (document === "uses") {
    const uses = content?.uses;
    return {
      ...toDocument(title, `${key}.txt`, uses === undefined ? "loading …" : ""),
      uses: uses?.map(({ cells, type, namespace, depth = 0 }) => ({
        relation: cells[0]!,
        controller: escapeControls(cells[1]!),
        type: escapeControls(type),
        id: escapeControls(cells[3]!),
        line: escapeControls(
          [type, nodeName, ...namespace === "" ? [] : ["-n", namespace]].join(" "),
        ),
        depth,
      })) ?? null,
    };
  }
  const text = describeResource({ resource, node, nodeName, definition, now });
  return toDocument(title, `${key}.txt`, text);
}

function jsonValue(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function createDiff(
  table: OpenTable,
  definition: Definition,
  configs: FileText | undefined,
  { rows: ids }: PageView,
  names: NodeNames,
): PageDocument {
  const nodes = [...new Set(ids.map((id) => parseRowId(id).node))];
  const isDiff = nodes.length <= 2;
  if (isMachineConfig(definition) && nodes.length > 1) {
    const title = `Configurations of ${nodes.map(names.nameOf).join(", ")}`;
    const name = "configurations.diff";
    if (configs === undefined) return toDocument(title, name, "loading …");
    return remember(configs, () => toDocument(title, name, configs.text, { isDiff }));
  }
  const rows = ids.map((id) => findRow(table, id) as ResourceRow | undefined);
  const [before, after] = rows;
  if (before === undefined || after === undefined || rows.length > 2) {
    return toDocument("Differences", "text", "Mark two rows with m, then press D.");
  }
  const title = [before, after].map((row) => `${row.name} on ${names.nameOf(row.node)}`);
  // The node and times differ always.
  const toText = ({ node, resource }: ResourceRow) => ({
    name: `${names.nameOf(node)} ${resource.id}`,
    text: resourceYaml(node, { ...resource, created: null, updated: null }).replace(
      /^node: .*\n/,
      "",
    ),
  });
  const text = diffTexts(toText(before), toText(after)) || NO_DIFFERENCE;
  return toDocument(title.join(" and "), "resources.diff", text, { isDiff: true });
}
