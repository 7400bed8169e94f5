/**
 * The first line: views, context, counts of nodes.
 *
 * @module
 */
import { shortenMiddle } from "../../output/fit_columns.ts";
import { textWidth } from "../../output/screen/char_width.ts";
import type { Frame } from "../../output/screen/frame.ts";
import type { Keymap } from "../../dashboard_keys/keymap.ts";
import { VIEW_NAMES, VIEW_TITLES } from "../../dashboard_keys/keys.ts";
import { countNodes, type NodeModel } from "../types.ts";

/** Returns the keys of the views, in their order. */
export function viewKeys(keymap: Keymap): readonly string[] {
  return VIEW_NAMES.map((name) => keymap.labelOf("all", `view-${name}`));
}

/** Options of {@linkcode drawTabs}. */
export interface TabsLook {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly colour: boolean;
  /** Name of the context in the client configuration. */
  readonly context: string;
  /** Name of the cluster; empty while it is not known. */
  readonly cluster: string;
  /** Keys of the views, in their order. */
  readonly viewKeys: readonly string[];
}

/**
 * Draws the views and the counts of nodes in the first line.
 *
 * @param current Index of the view on screen.
 */
export function drawTabs(
  frame: Frame,
  current: number,
  nodes: readonly NodeModel[],
  { now, colour, context, cluster, viewKeys }: TabsLook,
): void {
  const { down, ready } = countNodes(nodes, now);
  const count = `${nodes.length} node${nodes.length === 1 ? "" : "s"}, ${ready} ready`;
  const failed = down > 0 ? `, ${down} down` : "";
  const free = frame.size.columns - textWidth(count + failed);
  const full = VIEW_TITLES.map((title, index) => ` ${viewKeys[index]} ${title} `);
  // A narrow screen names the current view only.
  const tabs = full.join("").length + textWidth(context) + 3 <= free
    ? full
    : full.map((title, index) => index === current ? title : ` ${viewKeys[index]} `);
  let column = 0;
  for (const [index, tab] of tabs.entries()) {
    column = frame.text(column, 0, tab, index === current ? "7" : "");
  }
  const start = frame.size.columns - textWidth(count + failed);
  if (start <= column) return;
  const area = { column, end: start - 1 };
  const names = contextText(context, cluster);
  // The context, which decides where commands go, is more important than the cluster.
  drawContext(frame, textWidth(names) <= area.end - column - 2 ? names : context, area);
  const at = frame.text(start, 0, count);
  frame.text(at, 0, failed, colour ? "31" : "1");
}

/** Returns the names of context and cluster, once when they are equal. */
function contextText(context: string, cluster: string): string {
  return cluster === "" || cluster === context ? context : `${context} (cluster ${cluster})`;
}

/** Minimum width of a shortened name of a context. */
const MIN_CONTEXT = 6;

/** Draws the name of the context, right-aligned between the views and the counts. */
function drawContext(
  frame: Frame,
  context: string,
  { column, end }: { readonly column: number; readonly end: number },
): void {
  // A space on each side.
  const width = end - column - 2;
  const text = textWidth(context) <= width ? context : shortenMiddle(context, width);
  if (textWidth(text) > width || (text !== context && width < MIN_CONTEXT)) return;
  frame.text(end - 1 - textWidth(text), 0, text, "1");
}
