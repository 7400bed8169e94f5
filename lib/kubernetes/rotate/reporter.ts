/**
 * Output of the progress of a rotation: a redrawn list, plain lines, or JSON lines.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { type Colours, createColours } from "../../output/colour.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { type DrawSize, type RedrawSystem, startRedraw } from "../../output/redraw.ts";
import { createRecordWriter, type View } from "../../output/rows.ts";
import { countCodePoints, escapeControls } from "../../output/text.ts";
import type { Writer } from "../../output/write_behind.ts";
import { isSameStep, type Step, titleOf } from "./types.ts";

/** What an event is about. */
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

/** The parts of the system that reporters use. */
export type ReporterSystem = RedrawSystem & { readonly stdout: Writer };

/** Options of {@linkcode createReporter}. */
export interface ReporterOptions {
  readonly format: "text" | "json";
  readonly steps: readonly Step[];
  /** Whether an earlier run has completed a step. */
  isComplete(step: Step): boolean;
  /** Stops redrawing, since an interruption is reported on the same terminal. */
  readonly signal: AbortSignal;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createReporter(
  system: ReporterSystem,
  { format, steps, isComplete, signal }: ReporterOptions,
): RotationReporter {
  if (format === "json") return records(system.stdout, steps);
  const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
  const rows = steps.map((step) => createRow(step, isComplete(step)));
  return isTerminal ? redrawnList(system, rows, signal) : plainLines(system.stderr, steps);
}

/** Writes one after the other; the first error rejects `end`. */
function inSequence() {
  let written = Promise.resolve();
  return {
    push(write: () => Promise<unknown>): void {
      written = written.then(async () => void await write());
      written.catch(() => {}); // `end` rejects with the error
    },
    end: () => written,
  };
}

function records(stdout: Writer, steps: readonly Step[]): RotationReporter {
  const writer = createRecordWriter(stdout, EVENT_FIELDS, { format: "json", endless: true });
  const queue = inSequence();
  const event = (event: RotationEvent) =>
    queue.push(async () => await writer.add(event.node, event));
  return {
    started: (step) => event({ step, node: null, state: "started", text: numbered(steps, step) }),
    waiting() {},
    event,
    done: (step) => event({ step, node: null, state: "done", text: titleOf(step) }),
    async end() {
      await queue.end();
      await writer.end();
    },
  };
}

function plainLines(stderr: Writer, steps: readonly Step[]): RotationReporter {
  const queue = inSequence();
  const line = (text: string) => queue.push(() => stderr.write(`${escapeControls(text)}\n`));
  return {
    started: (step) => line(numbered(steps, step)),
    waiting() {},
    event: ({ node, text }) => line(node === null ? `  ${text}` : `  ${node}: ${text}`),
    done() {},
    end: () => queue.end(),
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
    ...{ step, startedAt: undefined, endedAt: undefined },
    ...{ isComplete, text: isComplete ? "complete" : "" },
  };
}

function redrawnList(
  system: RedrawSystem,
  rows: readonly StepRow[],
  signal: AbortSignal,
): RotationReporter {
  const { clock } = system;
  const colours = createColours(system, "stderr");
  const drawing = startRedraw(
    system,
    signal,
    (size) => drawRows(rows, { ...size, colours, clock }),
  );
  const update = (step: Step | undefined, change: (row: StepRow) => void) => {
    const row = step && rows.find((row) => isSameStep(row.step, step));
    if (row !== undefined) change(row);
  };
  return {
    started: (step) => update(step, (row) => row.startedAt = clock.now()),
    waiting: (step, text) => update(step, (row) => row.text = text),
    event: ({ step, node, text }) =>
      update(step, (row) => row.text = node === null ? text : `${node}: ${text}`),
    done: (step) =>
      update(step, (row) => {
        row.endedAt = clock.now();
        row.isComplete = true;
      }),
    end: () => drawing.end(),
  };
}

/** Options of {@linkcode drawRows}. */
export interface DrawOptions extends DrawSize {
  readonly colours: Colours;
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
    const shown = countCodePoints(line) <= columns
      ? line
      : `${[...line].slice(0, Math.max(0, columns - 1)).join("")}…`;
    if (isComplete) return colours.green(shown);
    return startedAt === undefined ? colours.dim(shown) : shown;
  });
}
