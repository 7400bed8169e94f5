/**
 * Draws rows of a table over all nodes.
 *
 * @module
 */
import { formatElapsedSeconds } from "../../../output/elapsed.ts";
import { fitColumns, shortenMiddle } from "../../../output/fit_columns.ts";
import type { Tint } from "../../../output/rows.ts";
import { clipText, textWidth } from "../../../output/screen/char_width.ts";
import type { Style } from "../../../output/screen/frame.ts";
import { escapeControls } from "../../../output/text.ts";
import {
  NODE_HEADER,
  type NodeProblem,
  type RowResult,
  type ShownRow,
} from "../../browse/row_view.ts";
import type { BrowseColumn, NodeRowsState } from "../../browse/types.ts";
import type { Canvas } from "./page.ts";

/** What determines the widths of columns. */
export interface TableLayout {
  readonly result: RowResult;
  readonly columns: readonly BrowseColumn[];
  readonly hideFirst: readonly string[];
  readonly treeHeader: string | undefined;
  /** Headers to show; all when undefined. */
  readonly selected: readonly string[] | undefined;
  readonly sort: { readonly header: string; readonly isDescending: boolean } | undefined;
  readonly isWide: boolean;
  /** Start of all node names, which is omitted where columns would be hidden. */
  readonly namePrefix: string;
}

/** A column that is shown: -1 is the node. */
interface ShownColumn {
  readonly index: number;
  readonly title: string;
  readonly width: number;
}

/** Columns with their widths. */
export interface ComputedLayout {
  readonly columns: readonly ShownColumn[];
  readonly hidden: number;
  /** Start of node names that is omitted. */
  readonly namePrefix: string;
}

const PADDING = 2;
/** Rows that are measured; further ones are shortened to the columns. */
const MAX_MEASURED = 5000;

/** Returns the text of a cell. */
export function cellText(
  shown: ShownRow,
  index: number,
  tree: number,
  namePrefix: string,
): string {
  if (index < 0) return escapeControls(shown.nodeName.slice(namePrefix.length));
  const text = escapeControls(shown.row.cells[index] ?? "");
  return index === tree ? "  ".repeat(shown.row.depth ?? 0) + text : text;
}

/** Returns the index of the tree's column; -2 for none or in another order. */
function treeIndex({ columns, treeHeader, sort }: TableLayout): number {
  if (treeHeader === undefined || sort !== undefined) return -2;
  return columns.findIndex(({ header }) => header === treeHeader);
}

/** Computes which columns fit a width. */
export function computeLayout(layout: TableLayout, width: number): ComputedLayout {
  const full = fitLayout(layout, width, "");
  return full.hidden > 0 && layout.namePrefix !== ""
    ? fitLayout(layout, width, layout.namePrefix)
    : full;
}

function fitLayout(layout: TableLayout, width: number, namePrefix: string): ComputedLayout {
  const { columns, result, sort, selected, isWide, hideFirst } = layout;
  const headers = [NODE_HEADER, ...columns.map(({ header }) => header)];
  const tree = treeIndex(layout);
  const indexes = selected === undefined
    ? headers.map((_, at) => at - 1)
    : selected.map((header) => headers.indexOf(header) - 1).filter((at) => at >= -1);
  const measured = result.rows.slice(0, MAX_MEASURED);
  const all = indexes.map((index) => {
    const header = headers[index + 1]!;
    const arrow = header === sort?.header ? (sort.isDescending ? "↓" : "↑") : "";
    const title = escapeControls(header) + arrow;
    let widest = textWidth(title);
    let isUniform = measured.length > 1;
    const first = measured[0] && cellText(measured[0], index, tree, namePrefix);
    for (const row of measured) {
      const text = cellText(row, index, tree, namePrefix);
      if (text.length > 0) widest = Math.max(widest, textWidth(text));
      if (isUniform && text !== first) isUniform = false;
    }
    return { index, header, title, width: widest, isUniform };
  });
  const fit = isWide ? undefined : fitColumns(all, {
    padding: PADDING,
    columns: width,
    hideFirst,
    canHide: selected === undefined,
  });
  const shown = fit?.shown ?? all.map((_, at) => at);
  return {
    columns: shown.map((at, place) => ({
      index: all[at]!.index,
      title: all[at]!.title,
      width: fit?.widths[place] ?? all[at]!.width,
    })),
    hidden: fit?.hidden ?? 0,
    namePrefix,
  };
}

const STYLES: Readonly<Record<Tint, Style>> = { red: "31", green: "32", yellow: "33" };

/** Ages below are not shown: a watch that is reopened, milliseconds. */
const MIN_AGE_MS = 2000;

/** Draws header and rows. */
export function drawTableRows(
  { frame, top, end, colour, now }: Canvas,
  layout: TableLayout,
  { columns, namePrefix }: ComputedLayout,
  { offset, cursor, marks, stateOf }: {
    readonly offset: number;
    readonly cursor: number;
    readonly marks: ReadonlySet<string>;
    stateOf(node: string): NodeRowsState;
  },
): void {
  const { rows } = layout.result;
  const tree = treeIndex(layout);
  const gutter = marks.size > 0 ? 2 : 0;
  let at = gutter;
  for (const { title, width } of columns) {
    frame.text(at, top, title, colour ? "1" : "", at + width);
    at += width + PADDING;
  }
  for (let index = offset; index < rows.length && top + 1 + index - offset < end; index++) {
    const line = top + 1 + index - offset;
    const shown = rows[index]!;
    const state = stateOf(shown.row.node);
    const age = state.kind === "stale" ? now - state.since : 0;
    const isOld = age >= MIN_AGE_MS;
    const isMarked = marks.has(shown.id);
    const base: Style = index === cursor ? "7" : isOld ? "2" : isMarked ? "1" : "";
    if (base === "7") frame.fill(0, line, base);
    if (isMarked) frame.text(0, line, "*", base);
    let column = gutter;
    for (const { index: cell, width } of columns) {
      const text = shortenMiddle(cellText(shown, cell, tree, namePrefix), width);
      frame.text(
        column,
        line,
        text,
        withTint(base, shown.row.tints?.[cell], colour),
        column + width,
      );
      column += width + PADDING;
    }
    if (!isOld) continue;
    const text = ` ${formatElapsedSeconds(Math.floor(age / 1000))} old`;
    frame.text(frame.size.columns - textWidth(text), line, text, base);
  }
}

function withTint(base: Style, tint: Tint | undefined, colour: boolean): Style {
  if (tint === undefined || !colour || base === "2") return base;
  return base === "" ? STYLES[tint] : `${base};${STYLES[tint]}` as Style;
}

/** Maximum number of lines about nodes below a table. */
const MAX_PROBLEMS = 3;

/** Returns the number of lines about nodes. */
export function problemLines(problems: readonly NodeProblem[], now: number): readonly string[] {
  const failed = problems.filter(({ state }) =>
    state.kind === "failed" || now - state.since >= MIN_AGE_MS
  );
  const shown = failed.slice(0, MAX_PROBLEMS).map(({ nodeName, state }) => {
    const age = state.kind === "stale"
      ? ` (rows are ${formatElapsedSeconds(Math.floor((now - state.since) / 1000))} old)`
      : "";
    return `${escapeControls(nodeName)}: ${escapeControls(state.reason)}${age}`;
  });
  const more = failed.length - shown.length;
  if (more > 0) shown[shown.length - 1] += ` (and ${more} more nodes)`;
  return shown;
}

/** Draws the lines about nodes at the end of a canvas. */
export function drawProblems({ frame, end, colour }: Canvas, lines: readonly string[]): void {
  for (const [index, line] of lines.entries()) {
    const row = end - lines.length + index;
    frame.text(0, row, clipText(line, frame.size.columns), colour ? "31" : "1");
  }
}
