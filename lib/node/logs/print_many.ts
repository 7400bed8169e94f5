/**
 * Prints the logs of several services and nodes, merged by time.
 *
 * @module
 */
import type { DataMessage } from "../../client/mod.ts";
import { hasColour } from "../../output/colour.ts";
import { createRecordWriter, type View } from "../../output/rows.ts";
import { type OutputFormat, selectFormat } from "../../output/select_format.ts";
import { escapeLogLine } from "../../output/text.ts";
import { WriteBehind } from "../../output/write_behind.ts";
import type { System } from "../../platform/system.ts";
import type { LineFilter } from "./log_filter.ts";
import { type LogLine, type LogSource, readLines } from "./log_source.ts";
import { type FailureSink, followByTime, mergeByTime } from "./merge_lines.ts";

/** Options of {@linkcode printManyLogs}. */
export interface ManyLogsOptions {
  readonly sources: readonly LogSource[];
  readonly output: OutputFormat;
  /** Opens one log. */
  open(source: LogSource, signal: AbortSignal): AsyncIterable<DataMessage>;
  readonly filter: LineFilter;
  readonly failures: FailureSink;
  readonly follow: boolean;
  /** Start text lines with node and service. */
  readonly hasPrefix: boolean;
}

/** Colours of prefixes: cyan, green, yellow, magenta, blue and their bright forms. */
const COLOURS = [36, 32, 33, 35, 34, 96, 92, 93, 95, 94];

/** View of lines. */
const view: View<LogLine> = {
  columns: [],
  name: null,
  fields: {
    service: ({ source }) => source.service,
    time: ({ time }) => time === undefined ? null : new Date(time).toISOString(),
    text: ({ text }) => text,
  },
};

/** Returns a sink that receives a failure of a node once, however many of its logs fail by it. */
function onceEach(failures: FailureSink): FailureSink {
  const seen = new Set<string>();
  return {
    push(failure) {
      const key = `${failure.node} ${failure.error.message}`;
      if (seen.has(key)) return;
      seen.add(key);
      failures.push(failure);
    },
  };
}

/** Prints the lines of all logs. */
export async function printManyLogs(
  system: Pick<System, "stdout" | "terminal" | "env" | "clock">,
  { sources, output, open, filter, follow, hasPrefix, ...options }: ManyLogsOptions,
): Promise<void> {
  const failures = onceEach(options.failures);
  const { stdout, terminal, clock } = system;
  const isTerminal = terminal.isTerminal("stdout");
  const format = await selectFormat(output, { view, terminal: isTerminal });
  const printer = format === "table"
    ? createTextPrinter(stdout, sources, { isTerminal, hasColour: hasColour(system), hasPrefix })
    : createRecordWriter(stdout, view.fields, { format, endless: true });
  const reading = { filter, now: clock.now() };
  const read = (source: LogSource, signal: AbortSignal) =>
    readLines(source, open(source, signal), reading);
  const print = async (line: LogLine) => {
    const full = printer.add(line.source.node, line);
    if (full) await full;
  };
  try {
    if (follow) {
      for await (const lines of followByTime(sources, read, failures, clock)) {
        for (const line of lines) await print(line);
      }
    } else {
      for await (const line of mergeByTime(sources, read, failures)) await print(line);
    }
  } finally {
    await printer.end();
  }
}

interface TextOptions {
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readonly hasPrefix: boolean;
}

/** Prints `node service | text`. */
function createTextPrinter(
  stdout: System["stdout"],
  sources: readonly LogSource[],
  { isTerminal, hasColour, hasPrefix }: TextOptions,
) {
  const behind = new WriteBehind(stdout, { startAt: 0 });
  const prefixes = new Map(sources.map((source, index) => {
    const text = `${source.node} ${source.service} |`;
    const colour = COLOURS[index % COLOURS.length];
    return [source, hasColour ? `\x1b[${colour}m${text}\x1b[39m ` : `${text} `];
  }));
  const encoder = new TextEncoder();
  return {
    add(_node: string, { source, text }: LogLine): Promise<void> | undefined {
      const line = isTerminal ? escapeLogLine(text, hasColour) : text;
      return behind.push(encoder.encode(`${hasPrefix ? prefixes.get(source) : ""}${line}\n`));
    },
    end: () => behind.flush(),
  };
}
