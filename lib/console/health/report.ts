/**
 * Output of health checks: redrawn lines, plain lines, records, a table.
 *
 * @module
 */
import { withoutEndpoint } from "../../client/describe_error.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import type { View } from "../../output/rows.ts";
import { countCodePoints, escapeControls, truncateText } from "../../output/text.ts";
import {
  createLiveReporter,
  type LiveOptions,
  type LiveSize,
  type LiveSystem,
} from "../live_reporter.ts";
import type { CheckLog } from "../../procedures/health/check_log.ts";
import type { CheckStatus } from "../../procedures/health/types.ts";

/** Shows the progress of checks. */
export interface HealthReporter {
  changed(status: CheckStatus): void;
  /** Shows a message that is not about a check. */
  note(text: string): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** Options of {@linkcode createHealthReporter}. */
export interface HealthReporterOptions extends LiveOptions {
  /** The node that runs the checks; undefined for this machine. */
  readonly node: string | undefined;
  /** Returns the states to show. */
  log(): CheckLog;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createHealthReporter(
  system: LiveSystem,
  { node, log, ...options }: HealthReporterOptions,
): HealthReporter {
  let last = "";
  /** Drops a line that repeats the last one but for the endpoint. */
  const unrepeated = (text: string) => {
    const compared = withoutEndpoint(text);
    if (compared === last) return [];
    last = compared;
    return [text];
  };
  const live = createLiveReporter<CheckStatus>(system, options, {
    fields: checkFields(log),
    nodeOf: () => node ?? null,
    isRecord: ({ endedAt }) => endedAt !== undefined,
    // The error that ends the command repeats the reason.
    linesOf: (status) =>
      status.state === "failed"
        ? []
        : unrepeated(`waiting for ${status.name}: ${stateText(status, log())}`),
    draw: (size) => drawChecks(log(), size),
  });
  return {
    changed: (status) => live.event(status),
    note(text) {
      if (live.form === "lines") unrepeated(text).forEach((line) => live.line(line));
    },
    end: () => live.end(),
  };
}

/** Fields of a record after `node`. */
function checkFields(log: () => CheckLog): View<CheckStatus>["fields"] {
  return {
    check: ({ id }) => id,
    name: ({ name }) => name,
    state: ({ state }) => state,
    reason: ({ reason }) => reason === "" ? null : reason,
    remedy: ({ state, remedy }) => state === "failed" && remedy !== "" ? remedy : null,
    elapsed: (status) => log().elapsedMs(status) / 1000,
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

/**
 * Returns one line per check, truncated to the width: mark, name, elapsed time, reason. With too few
 * rows, the last checks that have started are shown.
 */
export function drawChecks(log: CheckLog, { columns, rows, colours }: LiveSize): string[] {
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
    const text = truncateText(
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

/** Table of all checks. */
export function checksView(log: CheckLog): View<CheckStatus> {
  return {
    hideFirst: ["ELAPSED"],
    identities: ["CHECK"],
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
