/**
 * The progress of tracked actions: lines for a terminal, and fields of records.
 *
 * @module
 */
import { formatElapsedSeconds } from "../../output/elapsed.ts";
import type { FieldValue } from "../../output/records.ts";
import { countCodePoints, escapeControls, truncateText } from "../../output/text.ts";
import type { NodeProgress, Update } from "../../procedures/lifecycle/progress.ts";
import type { LiveSize } from "../live_reporter.ts";

/** Options of {@linkcode renderProgress}. */
export interface RenderOptions extends LiveSize {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * Returns one line per node, truncated to the width: mark, node, elapsed time, then phase, task, stage
 * and what is awaited. With too few rows, nodes in progress and failed ones precede completed ones.
 */
export function renderProgress(
  nodes: readonly NodeProgress[],
  { now, columns, rows, colours }: RenderOptions,
): string[] {
  const shown = nodes.length <= rows ? nodes : selectNodes(nodes, rows - 1);
  const width = Math.max(0, ...shown.map(({ node }) => countCodePoints(escapeControls(node))));
  const lines = shown.map((progress) => {
    const line = `${mark(progress)} ${pad(escapeControls(progress.node), width)}  ` +
      `${pad(elapsed(progress, now), 6)}  ${describe(progress)}`;
    const text = truncateText(line.trimEnd(), columns);
    if (progress.kind === "done") return colours.green(text);
    if (progress.kind === "failed") return colours.red(text);
    return progress.kind === "lost" ? colours.yellow(text) : text;
  });
  const hidden = nodes.length - shown.length;
  return hidden === 0 ? lines : [...lines, truncateText(`  … and ${hidden} more`, columns)];
}

/** Returns the most relevant nodes, in their order. */
function selectNodes(nodes: readonly NodeProgress[], count: number): readonly NodeProgress[] {
  const rank = ({ kind }: NodeProgress) => kind === "failed" ? 0 : kind === "done" ? 2 : 1;
  const chosen = new Set(nodes.toSorted((a, b) => rank(a) - rank(b)).slice(0, Math.max(count, 0)));
  return nodes.filter((node) => chosen.has(node));
}

function mark({ kind }: NodeProgress): string {
  return kind === "done" ? "✓" : kind === "failed" ? "✗" : kind === "lost" ? "!" : "•";
}

function describe({ kind, phase, task, stage, awaited, text }: NodeProgress): string {
  if (kind === "done" || kind === "failed") return escapeControls(text);
  const parts = [
    phase && `phase ${phase}`,
    task && `task ${task}`,
    stage && `stage ${stage}`,
    awaited && `waiting for ${awaited}`,
  ];
  return escapeControls(parts.filter((part) => part !== "").join(", "));
}

/** Returns `59s`, `2m05s` or `1h02m`. */
function elapsed({ startedAt, endedAt }: NodeProgress, now: number): string {
  return formatElapsedSeconds(Math.max(0, Math.floor(((endedAt ?? now) - startedAt) / 1000)));
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - countCodePoints(text)));
}

/** Fields of a JSON record after `node`. */
export const updateFields: Readonly<Record<string, (update: Update) => FieldValue>> = {
  time: ({ time }) => new Date(time).toISOString(),
  event: ({ kind }) => kind,
  text: ({ text }) => text,
  phase: ({ phase }) => phase ?? null,
  task: ({ task }) => task ?? null,
  stage: ({ stage }) => stage ?? null,
  awaited: ({ awaited }) => awaited ?? null,
};
