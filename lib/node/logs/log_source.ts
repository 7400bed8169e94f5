/**
 * Lines of one log, with their times.
 *
 * @module
 */
import type { DataMessage } from "../../client/mod.ts";
import type { LineFilter } from "./log_filter.ts";
import { parseLineTime } from "./line_time.ts";

/** A service of a node. */
export interface LogSource {
  readonly node: string;
  readonly service: string;
}

/** A line of a log. */
export interface LogLine {
  readonly source: LogSource;
  /** Own time, milliseconds; undefined for a line without. */
  readonly time: number | undefined;
  /** Own time, or the time of the line before it; 0 before the first one. */
  readonly order: number;
  readonly text: string;
}

/** Longer lines are split, characters. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** Yields the selected lines of a log. */
export async function* readLines(
  source: LogSource,
  chunks: AsyncIterable<DataMessage>,
  { filter, now }: { readonly filter: LineFilter; readonly now: number },
): AsyncGenerator<LogLine, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let last: number | undefined;
  const toLine = (raw: string): LogLine | undefined => {
    const text = raw.replace(/\r$/, "");
    const time = parseLineTime(text, now);
    last = time ?? last;
    return filter(text, last) ? { source, time, order: last ?? 0, text } : undefined;
  };
  for await (const { bytes } of chunks) {
    if (!bytes) continue;
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop()!;
    if (rest.length > MAX_LINE_LENGTH) {
      parts.push(rest);
      rest = "";
    }
    for (const part of parts) {
      const line = toLine(part);
      if (line !== undefined) yield line;
    }
  }
  rest += decoder.decode();
  const line = rest === "" ? undefined : toLine(rest);
  if (line !== undefined) yield line;
}
