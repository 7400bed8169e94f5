/**
 * Output of health checks: redrawn lines, plain lines, records, a table.
 *
 * @module
 */
import { withoutEndpoint } from "../../client/describe_error.ts";
import type { Colours } from "../../output/colour.ts";
import { createColours } from "../../output/colour.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { type RedrawSystem, startRedraw } from "../../output/redraw.ts";
import { createRecordWriter, type RowFormat, type View } from "../../output/rows.ts";
import { countCodePoints, escapeControls } from "../../output/text.ts";
import type { CheckLog } from "./check_log.ts";
import type { CheckStatus } from "./types.ts";

/** Shows the progress of checks. */
export interface HealthReporter {
  changed(status: CheckStatus): void;
  /** Shows a message that is not about a check. */
  note(text: string): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** Options of {@linkcode createHealthReporter}. */
export interface HealthReporterOptions {
  /** `table` reports on stderr, other formats write records to stdout. */
  readonly format: RowFormat;
  /** The node that runs the checks; undefined for this machine. */
  readonly node: string | undefined;
  /** Returns the states to show. */
  log(): CheckLog;
  /** Stops redrawing, since an interruption is reported on the same terminal. */
  readonly signal: AbortSignal;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createHealthReporter(
  system: RedrawSystem & { readonly stdout: RedrawSystem["stderr"] },
  { format, node, log, signal }: HealthReporterOptions,
): HealthReporter {
  if (format !== "table") return records(system.stdout, { format, node: node ?? null, log });
  const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
  return isTerminal ? redrawnLines(system, log, signal) : plainLines(system, log);
}

/** Writes one after the other; the first error rejects `end`. */
function inSequence(): { push(write: () => Promise<void>): void; end(): Promise<void> } {
  let written = Promise.resolve();
  return {
    push(write) {
      written = written.then(write);
      written.catch(() => {}); // `end` rejects with the error
    },
    end: () => written,
  };
}

/** Fields of a record after `node`. */
export function checkFields(log: () => CheckLog): View<CheckStatus>["fields"] {
  return {
    check: ({ id }) => id,
    name: ({ name }) => name,
    state: ({ state }) => state,
    reason: ({ reason }) => reason === "" ? null : reason,
    remedy: ({ state, remedy }) => state === "failed" && remedy !== "" ? remedy : null,
    elapsed: (status) => log().elapsedMs(status) / 1000,
  };
}

function records(
  stdout: RedrawSystem["stderr"],
  { format, node, log }: { format: RowFormat; node: string | null; log: () => CheckLog },
): HealthReporter {
  const writer = createRecordWriter(stdout, checkFields(log), { format, endless: true });
  const queue = inSequence();
  return {
    changed(status) {
      if (status.endedAt !== undefined) queue.push(async () => await writer.add(node, status));
    },
    note() {},
    async end() {
      await queue.end();
      await writer.end();
    },
  };
}

function plainLines({ stderr }: RedrawSystem, log: () => CheckLog): HealthReporter {
  const queue = inSequence();
  let last = "";
  const line = (text: string) => {
    const compared = withoutEndpoint(text);
    if (compared === last) return;
    last = compared;
    queue.push(async () => await stderr.write(`${escapeControls(text)}\n`));
  };
  return {
    changed(status) {
      // The error that ends the command repeats the reason.
      if (status.state !== "failed") {
        line(`waiting for ${status.name}: ${stateText(status, log())}`);
      }
    },
    note: line,
    end: () => queue.end(),
  };
}

/** Returns `...`, `OK (2.1s)`, `SKIP`, or the reason of a failure. */
function stateText(status: CheckStatus, log: CheckLog): string {
  switch (status.state) {
    case "ok":
      return `OK (${formatElapsed(log.elapsedMs(status))})`;
    case "skipped":
      return "SKIP";
    case "failing":
    case "failed":
      return status.reason;
    default:
      return "...";
  }
}

function redrawnLines(
  system: RedrawSystem,
  log: () => CheckLog,
  signal: AbortSignal,
): HealthReporter {
  const colours = createColours(system, "stderr");
  const drawing = startRedraw(system, signal, (size) => drawChecks(log(), { ...size, colours }));
  return { changed() {}, note() {}, end: () => drawing.end() };
}

/** Options of {@linkcode drawChecks}. */
export interface DrawOptions {
  readonly columns: number;
  /** Maximum number of lines. */
  readonly rows: number;
  readonly colours: Colours;
}

/**
 * Returns one line per check, truncated to the width: mark, name, elapsed time, reason. With too few
 * rows, the last checks that have started are shown.
 */
export function drawChecks(log: CheckLog, { columns, rows, colours }: DrawOptions): string[] {
  const { statuses } = log;
  const started = statuses.findLastIndex(({ state }) => state !== "waiting") + 1;
  const first = Math.max(0, Math.min(started - rows + 1, statuses.length - rows));
  const shown = statuses.slice(first, first + rows);
  const width = Math.max(0, ...statuses.map(({ name }) => countCodePoints(escapeControls(name))));
  return shown.map((status) => {
    const elapsed = status.startedAt === undefined ? "" : formatElapsed(log.elapsedMs(status));
    const name = escapeControls(status.name);
    const padding = " ".repeat(width - countCodePoints(name));
    const line = `${MARKS[status.state]} ${name}${padding}  ${
      status.state === "skipped" ? "skipped" : elapsed
    }`.trimEnd();
    const text = truncate(
      isRed(status) && status.reason !== "" ? `${line}  ${escapeControls(status.reason)}` : line,
      columns,
    );
    if (status.state === "ok") return colours.green(text);
    if (status.state === "failed") return colours.red(text);
    if (status.state === "failing") return colours.yellow(text);
    return status.state === "running" ? text : colours.dim(text);
  });
}

const MARKS: Readonly<Record<CheckStatus["state"], string>> = {
  waiting: " ",
  running: "•",
  failing: "!",
  ok: "✓",
  skipped: "-",
  failed: "✗",
};

function isRed({ state }: CheckStatus): boolean {
  return state === "failing" || state === "failed";
}

function truncate(text: string, width: number): string {
  return countCodePoints(text) <= width
    ? text
    : `${[...text].slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** Table of all checks. */
export function checksView(log: CheckLog): View<CheckStatus> {
  return {
    columns: [
      { header: "CHECK", cell: ({ name }) => name },
      {
        header: "STATE",
        cell: ({ state }) => state,
        tint: ({ state }) => state === "ok" ? "green" : state === "failed" ? "red" : undefined,
      },
      { header: "ELAPSED", cell: (status) => formatElapsed(log.elapsedMs(status)) },
      { header: "REASON", cell: ({ reason }) => reason },
    ],
    fields: checkFields(() => log),
  };
}
