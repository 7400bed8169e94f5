/**
 * Shows a rolling change: a table on a terminal, plain lines, or records.
 *
 * @module
 */
import { formatElapsed } from "../../output/elapsed.ts";
import { countCodePoints, escapeControls, truncateText } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";
import {
  createLiveReporter,
  type LiveOptions,
  type LiveReporter,
  type LiveSize,
  type LiveSystem,
  type LiveView,
} from "../live_reporter.ts";
import { changeMs, nodeMs } from "../../procedures/rolling/durations.ts";
import { estimateMs } from "../../procedures/rolling/estimate.ts";
import { EventLines } from "../../procedures/rolling/event_lines.ts";
import type { RollingEvent } from "../../procedures/rolling/events.ts";
import type { NodeRecord, RollingJournal } from "../../procedures/rolling/journal.ts";

/** Fields of a record after `node`. */
export const eventFields: LiveView<RollingEvent>["fields"] = {
  time: ({ time }) => new Date(time).toISOString(),
  event: ({ kind }) => kind,
  phase: ({ phase }) => phase ?? null,
  text: ({ text }) => text,
};

/** Shows the events of a change. */
export interface RollingView extends Pick<LiveReporter<RollingEvent>, "end" | "form"> {
  event(event: RollingEvent): void;
}

/** Creates the view of a journal. */
export function createView(
  system: LiveSystem,
  journal: RollingJournal,
  options: LiveOptions,
): RollingView {
  const { clock } = system;
  /** What each node awaits, by address. */
  const reasons = new Map<string | null, string>();
  const lines = new EventLines(clock, journal, (line) => live.line(line));
  const live = createLiveReporter<RollingEvent>(system, options, {
    fields: eventFields,
    nodeOf: ({ node }) => node,
    linesOf: (event) => lines.linesOf(event),
    draw: (size) => drawTable(journal, reasons, { ...size, clock }),
  });
  return {
    form: live.form,
    event(event) {
      reasons.set(event.node, event.text);
      live.event(event);
    },
    end() {
      lines[Symbol.dispose]();
      return live.end();
    },
  };
}

/** Options of {@linkcode drawTable}. */
export interface DrawOptions extends LiveSize {
  readonly clock: Pick<Clock, "now">;
}

/**
 * Returns a line for the change and one per node, truncated to the width: mark, name, elapsed time,
 * phase, and what is awaited. With too few rows, nodes that change and failed ones come first.
 */
export function drawTable(
  journal: RollingJournal,
  reasons: ReadonlyMap<string | null, string>,
  { columns, rows, colours, clock }: DrawOptions,
): string[] {
  const { nodes, change } = journal;
  const now = clock.now();
  const done = nodes.filter(({ state }) => state === "done" || state === "unneeded").length;
  const left = estimateMs(journal);
  const rest = left === undefined || done === nodes.length ? "" : `, about ${round(left)} left`;
  const head = `rolling ${change.kind}: ${done} of ${nodes.length} done, ` +
    `${formatElapsed(changeMs(journal, now))}${rest}`;
  const cluster = reasons.get(null);
  const shown = selectRows(nodes, rows - 2);
  const width = Math.max(0, ...shown.map(({ name }) => countCodePoints(escapeControls(name))));
  const lines = shown.map((record) => {
    const name = escapeControls(record.name);
    const ms = nodeMs(record, now);
    const elapsed = ms === undefined ? "" : formatElapsed(ms);
    const cells = [
      `${MARKS[record.state]} ${name}${" ".repeat(width - countCodePoints(name))}`,
      elapsed.padEnd(6),
      escapeControls(describeRow(record, reasons.get(record.address))),
    ];
    const text = truncateText(cells.join("  ").trimEnd(), columns);
    if (record.state === "failed") return colours.red(text);
    if (record.state === "active") return text;
    return record.state === "untouched" ? colours.dim(text) : colours.green(text);
  });
  const hidden = nodes.length - shown.length;
  return [
    truncateText(head, columns),
    ...cluster === undefined ? [] : [truncateText(escapeControls(cluster), columns)],
    ...lines,
    ...hidden === 0 ? [] : [truncateText(`  … and ${hidden} more`, columns)],
  ];
}

const MARKS: Readonly<Record<NodeRecord["state"], string>> = {
  untouched: " ",
  active: "•",
  done: "✓",
  unneeded: "✓",
  failed: "✗",
};

function describeRow({ state, phase, reason }: NodeRecord, latest = ""): string {
  if (state === "untouched") return "";
  if (state === "failed" || state === "unneeded") return reason ?? state;
  return state === "done" ? "done" : `${phase}: ${latest}`;
}

/** Returns the most relevant nodes, in their order. */
function selectRows(nodes: readonly NodeRecord[], count: number): readonly NodeRecord[] {
  if (nodes.length <= count) return nodes;
  const ranks = ["failed", "active", "untouched", "done", "unneeded"];
  const rank = ({ state }: NodeRecord) => ranks.indexOf(state);
  // One line is for the number of hidden nodes.
  const most = Math.max(count - 1, 1);
  const chosen = new Set(nodes.toSorted((a, b) => rank(a) - rank(b)).slice(0, most));
  return nodes.filter((node) => chosen.has(node));
}

/** Rounds to minutes above two of them. */
function round(ms: number): string {
  return ms < 120_000
    ? formatElapsed(Math.round(ms / 1000) * 1000)
    : formatElapsed(Math.ceil(ms / 60_000) * 60_000);
}
