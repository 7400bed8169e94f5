/**
 * Merges the lines of several logs by time.
 *
 * @module
 */
import { toNodeFailure } from "../../client/mod.ts";
import { mergeStreams } from "../../client/merge_streams.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import type { LogLine, LogSource } from "./log_source.ts";

/** Opens the lines of a log. */
export type OpenLines = (source: LogSource, signal: AbortSignal) => AsyncIterable<LogLine>;

/** Receives the failures of logs. */
export interface FailureSink {
  push(failure: NodeFailure): unknown;
}

/** Time that followed lines wait for older ones of other logs, milliseconds. */
const WINDOW_MS = 200;

/** Lines that wait at most. */
const MAX_WAITING = 10_000;

/** The next line of a log. */
interface Head {
  readonly lines: AsyncIterator<LogLine>;
  readonly line: LogLine;
}

/**
 * Yields the lines of logs that end, sorted by time; lines without a time follow the line before
 * them. One line per log is in memory.
 */
export async function* mergeByTime(
  sources: readonly LogSource[],
  open: OpenLines,
  failures: FailureSink,
): AsyncGenerator<LogLine, void, undefined> {
  const stop = new AbortController();
  const advance = async (
    source: LogSource,
    lines: AsyncIterator<LogLine>,
  ): Promise<Head | undefined> => {
    try {
      const { done, value } = await lines.next();
      return done ? undefined : { lines, line: value };
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      failures.push(toNodeFailure(source.node, error));
      return undefined;
    }
  };
  try {
    const opened = await Promise.all(
      sources.map((source) => advance(source, open(source, stop.signal)[Symbol.asyncIterator]())),
    );
    const heads = opened.filter((head) => head !== undefined);
    while (heads.length > 0) {
      let first = 0;
      for (let index = 1; index < heads.length; index++) {
        if (heads[index]!.line.order < heads[first]!.line.order) first = index;
      }
      const { lines, line } = heads[first]!;
      yield line;
      const next = await advance(line.source, lines);
      if (next === undefined) heads.splice(first, 1);
      else heads[first] = next;
    }
  } finally {
    stop.abort(new OsctlError("cancelled", "the logs have no consumer"));
  }
}

/** Yields lines of followed logs, sorted by time within a short window. */
export async function* followByTime(
  sources: readonly LogSource[],
  open: OpenLines,
  failures: FailureSink,
  clock: Clock,
): AsyncGenerator<readonly LogLine[], void, undefined> {
  const keys = sources.map((_, index) => String(index));
  const sink = {
    push: ({ node, error }: NodeFailure) =>
      failures.push({ node: sources[Number(node)]?.node ?? node, error }),
  };
  const merged = mergeStreams(
    keys,
    (key, signal) => open(sources[Number(key)]!, signal),
    sink,
  );
  let waiting: LogLine[] = [];
  let pending = merged.next();
  let timer: { readonly expired: Promise<"flush">; cancel(): void } | undefined;
  try {
    while (true) {
      timer ??= waiting.length === 0 ? undefined : createTimer(clock);
      const next = await (timer === undefined ? pending : Promise.race([pending, timer.expired]));
      const isEnd = next !== "flush" && next.done === true;
      if (next !== "flush" && !next.done) {
        waiting.push(next.value.value);
        pending = merged.next();
      }
      if (next === "flush" || isEnd || waiting.length >= MAX_WAITING) {
        timer?.cancel();
        timer = undefined;
        yield waiting.toSorted((a, b) => a.order - b.order);
        waiting = [];
      }
      if (isEnd) return;
    }
  } finally {
    timer?.cancel();
    await merged.return();
  }
}

function createTimer(clock: Clock): { readonly expired: Promise<"flush">; cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<"flush">();
  return { expired: promise, cancel: clock.after(WINDOW_MS, () => resolve("flush")) };
}
