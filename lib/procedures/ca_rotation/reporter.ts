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
import { isSameStep, type Step, titleOf } from "./types.ts";

/** State that an event reports. */
export type EventState =
  | "started"
  | "changed"
  | "unchanged"
  | "checked"
  | "done"
  | "planned"
  | "saved";

/** An event of a rotation. */
export interface RotationEvent {
  readonly step: Step | undefined;
  /** The node; null for all of them. */
  readonly node: string | null;
  readonly state: EventState;
  readonly text: string;
}

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
  /** Begins a step. */
  started(step: Step): void;
  /** Shows what a step waits for. */
  waiting(step: Step, text: string): void;
  /** Reports an event. */
  event(event: RotationEvent): void;
  /** Ends a step. */
  done(step: Step): void;
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
  const update = (step: Step | undefined, change: (row: StepRow) => void) => {
    const row = step && rows.find((row) => isSameStep(row.step, step));
    if (row !== undefined) change(row);
  };
  return {
    started(step) {
      update(step, (row) => row.startedAt = clock.now());
      live.event({ step, node: null, state: "started", text: numbered(steps, step) });
    },
    waiting: (step, text) => update(step, (row) => row.text = text),
    event(event) {
      const { step, node, text } = event;
      update(step, (row) => row.text = node === null ? text : `${node}: ${text}`);
      live.event(event);
    },
    done(step) {
      update(step, (row) => {
        row.endedAt = clock.now();
        row.isComplete = true;
      });
      live.event({ step, node: null, state: "done", text: titleOf(step) });
    },
    end: () => live.end(),
  };
}

/** Returns the title of a step and its number: `[2/6] node API: drop the old CA`. */
function numbered(steps: readonly Step[], step: Step): string {
  const index = steps.findIndex((one) => isSameStep(one, step));
  return `[${index + 1}/${steps.length}] ${titleOf(step)}`;
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
