/**
 * Output of a running operation: redrawn lines on a terminal, plain lines, or records.
 *
 * @module
 */
import { type Colours, createColours } from "../output/colour.ts";
import { type DrawSize, type RedrawSystem, startRedraw } from "../output/redraw.ts";
import { createRecordWriter, type RowFormat, type View } from "../output/rows.ts";
import { escapeControls } from "../output/text.ts";
import type { Writer } from "../output/write_behind.ts";

/** Space and colours of redrawn lines. */
export interface LiveSize extends DrawSize {
  readonly colours: Colours;
}

/** The forms in which an operation shows its events. */
export interface LiveView<Event> {
  /** Fields of a record after `node`. */
  readonly fields: View<Event>["fields"];
  /** Returns the node of a record; null for the cluster. */
  nodeOf(event: Event): string | null;
  /** Reports whether an event is written as a record; all are without it. */
  isRecord?(event: Event): boolean;
  /** Returns the plain lines of an event; none when it is not shown. */
  linesOf(event: Event): readonly string[];
  /** Returns the lines of the present state, at most `rows`, truncated to `columns`. */
  draw(size: LiveSize): readonly string[];
}

/** Shows the events of an operation. */
export interface LiveReporter<Event> {
  readonly form: "records" | "lines" | "redrawn";
  event(event: Event): void;
  /** Writes a line on stderr, in order with the events; does nothing where lines are redrawn. */
  line(text: string): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** The parts of the system that a reporter uses. */
export type LiveSystem = RedrawSystem & { readonly stdout: Writer };

/** Options of {@linkcode createLiveReporter}. */
export interface LiveOptions {
  /** `table` reports on stderr, other formats write records to stdout. */
  readonly format: RowFormat;
  /** Stops redrawing, because an interruption is reported on the same terminal. */
  readonly signal: AbortSignal;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createLiveReporter<Event>(
  system: LiveSystem,
  { format, signal }: LiveOptions,
  view: LiveView<Event>,
): LiveReporter<Event> {
  if (format !== "table") return records(system, format, view);
  const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
  return isTerminal ? redrawn(system, signal, view) : plainLines(system.stderr, view);
}

/** Writes one after the other; the first error rejects `end`. */
class WriteSequence {
  #written: Promise<void> = Promise.resolve();

  push(write: () => Promise<void> | void): void {
    this.#written = this.#written.then(write);
    this.#written.catch(() => {}); // `end` rejects with the error
  }

  end(): Promise<void> {
    return this.#written;
  }
}

function records<Event>(
  { stdout, stderr }: Pick<LiveSystem, "stdout" | "stderr">,
  format: Exclude<RowFormat, "table">,
  { fields, nodeOf, isRecord = () => true }: LiveView<Event>,
): LiveReporter<Event> {
  const writer = createRecordWriter(stdout, fields, { format, endless: true });
  const sequence = new WriteSequence();
  return {
    form: "records",
    event(event) {
      if (isRecord(event)) sequence.push(() => writer.add(nodeOf(event), event));
    },
    line: (text) => sequence.push(() => stderr.write(`${escapeControls(text)}\n`)),
    async end() {
      await sequence.end();
      await writer.end();
    },
  };
}

function plainLines<Event>(stderr: Writer, view: LiveView<Event>): LiveReporter<Event> {
  const sequence = new WriteSequence();
  const line = (text: string) => sequence.push(() => stderr.write(`${escapeControls(text)}\n`));
  return {
    form: "lines",
    event: (event) => view.linesOf(event).forEach(line),
    line,
    end: () => sequence.end(),
  };
}

function redrawn<Event>(
  system: RedrawSystem,
  signal: AbortSignal,
  view: LiveView<Event>,
): LiveReporter<Event> {
  const colours = createColours(system, "stderr");
  const drawing = startRedraw(system, signal, (size) => view.draw({ ...size, colours }));
  return { form: "redrawn", event() {}, line() {}, end: () => drawing.end() };
}
