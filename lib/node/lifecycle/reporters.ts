/**
 * Output of the progress of tracked actions: redrawn lines, plain lines, or JSON lines.
 *
 * @module
 */
import { createColours } from "../../output/colour.ts";
import { type DrawSize, startRedraw } from "../../output/redraw.ts";
import { createRecordWriter, type RowFormat } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";
import type { System } from "../../platform/system.ts";
import { type NodeProgress, renderProgress, type Update, updateFields } from "./progress.ts";

/** Shows progress. */
export interface Reporter {
  /** Called after each update of a node. */
  update(update: Update): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** The parts of `System` that reporters use. */
export type ReporterSystem = Pick<System, "stdout" | "stderr" | "terminal" | "env" | "clock">;

/** Options of {@linkcode createReporter}. */
export interface ReporterOptions {
  /** `table` reports on stderr, other formats write records to stdout. */
  readonly format: RowFormat;
  /** Returns the current progress of all nodes. */
  progress(): readonly NodeProgress[];
  /** Stops redrawing, since an interruption is reported on the same terminal. */
  readonly signal: AbortSignal;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createReporter(
  system: ReporterSystem,
  { format, progress, signal }: ReporterOptions,
): Reporter {
  if (format !== "table") return records(system, format);
  const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
  return isTerminal ? redrawnLines(system, progress, signal) : plainLines(system);
}

function records({ stdout }: ReporterSystem, format: RowFormat): Reporter {
  const writer = createRecordWriter(stdout, updateFields, { format, endless: true });
  return sequential(async (update) => await writer.add(update.node, update), () => writer.end());
}

function plainLines({ stderr }: ReporterSystem): Reporter {
  return sequential(
    (update) => stderr.write(`"${escapeControls(update.node)}": ${escapeControls(update.text)}\n`),
  );
}

/** Writes updates one after the other; the first error rejects `end`. */
function sequential(
  write: (update: Update) => Promise<void>,
  flush?: () => Promise<void>,
): Reporter {
  let written = Promise.resolve();
  return {
    update(update) {
      written = written.then(() => write(update));
      written.catch(() => {}); // `end` rejects with the error
    },
    async end() {
      await written;
      await flush?.();
    },
  };
}

function redrawnLines(
  system: ReporterSystem,
  progress: () => readonly NodeProgress[],
  signal: AbortSignal,
): Reporter {
  const { clock } = system;
  const colours = createColours(system, "stderr");
  const draw = (size: DrawSize) =>
    renderProgress(progress(), { now: clock.now(), ...size, colours });
  const drawing = startRedraw(system, signal, draw);
  return { update() {}, end: () => drawing.end() };
}
