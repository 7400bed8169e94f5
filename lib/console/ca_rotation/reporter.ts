/**
 * Output of the progress of a rotation: a redrawn list, plain lines, or JSON lines.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import type { View } from "../../output/rows.ts";
import { countCodePoints, escapeControls, truncateText } from "../../output/text.ts";
import {
  createLiveReporter,
  type LiveOptions,
  type LiveSize,
  type LiveSystem,
} from "../live_reporter.ts";
import type { RotationEvent } from "../../procedures/ca_rotation/events.ts";
import { isSameStep, type Step, titleOf } from "../../procedures/ca_rotation/types.ts";

/** Fields of a JSON event after `node`. */
export const EVENT_FIELDS: View<RotationEvent>["fields"] = {
  authority: ({ step }) => step?.authority ?? null,
  direction: ({ step }) => step?.direction ?? null,
  phase: ({ step }) => step?.phase ?? null,
  state: ({ state }) => state,
  text: ({ text }) => text,
};

/** Shows the progress of a rotation. */
export interface RotationReporter {
  event(event: RotationEvent): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** Options of {@linkcode createReporter}. */
export interface ReporterOptions extends LiveOptions {
  readonly steps: readonly Step[];
  /** Reports whether an earlier run has completed a step. */
  isComplete(step: Step): boolean;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createReporter(
  system: LiveSystem,
  { steps, isComplete, ...options }: ReporterOptions,
): RotationReporter {
  const { clock } = system;
  const rows = steps.map((step) => createRow(step, isComplete(step)));
  const live = createLiveReporter<RotationEvent>(system, options, {
    fields: EVENT_FIELDS,
    nodeOf: ({ node }) => node,
    linesOf({ node, state, text }) {
      if (state === "done") return [];
      if (state === "started") return [text];
      return [node === null ? `  ${text}` : `  ${node}: ${text}`];
    },
    draw: (size) => drawRows(rows, { ...size, clock }),
  });
  return {
    event(event) {
      const { step, node, state, text } = event;
      const row = step && rows.find((row) => isSameStep(row.step, step));
      if (row !== undefined) {
        if (state === "started") row.startedAt = clock.now();
        else if (state === "done") Object.assign(row, { endedAt: clock.now(), isComplete: true });
        else row.text = node === null ? text : `${node}: ${text}`;
      }
      if (state !== "waiting") live.event(event);
    },
    end: () => live.end(),
  };
}

/** A row of the list. */
export interface StepRow {
  readonly step: Step;
  /** Undefined also when an earlier run has completed it. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  isComplete: boolean;
  /** What it waits for, or its result. */
  text: string;
}

/** Returns the row of a step. */
export function createRow(step: Step, isComplete: boolean): StepRow {
  return {
    step,
    startedAt: undefined,
    endedAt: undefined,
    isComplete,
    text: isComplete ? "complete" : "",
  };
}

/** Options of {@linkcode drawRows}. */
export interface DrawOptions extends LiveSize {
  readonly clock: Pick<Clock, "now">;
}

/** Returns a line per step, truncated to the width: mark, title, elapsed time, what is awaited. */
export function drawRows(
  rows: readonly StepRow[],
  { columns, rows: most, colours, clock }: DrawOptions,
): string[] {
  const started = rows.findLastIndex((row) => row.isComplete || row.startedAt !== undefined) + 1;
  const first = Math.max(0, Math.min(started - most, rows.length - most));
  const width = Math.max(0, ...rows.map(({ step }) => countCodePoints(titleOf(step))));
  return rows.slice(first, first + most).map(({ step, startedAt, endedAt, isComplete, text }) => {
    const title = titleOf(step).padEnd(width);
    const mark = isComplete ? "✓" : startedAt === undefined ? " " : "•";
    const elapsed = startedAt === undefined
      ? " ".repeat(6)
      : formatElapsed((endedAt ?? clock.now()) - startedAt).padEnd(6);
    const line = `${mark} ${title}  ${elapsed}  ${escapeControls(text)}`.trimEnd();
    const shown = truncateText(line, columns);
    if (isComplete) return colours.green(shown);
    return startedAt === undefined ? colours.dim(shown) : shown;
  });
}
