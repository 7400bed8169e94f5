/**
 * Selection of log lines.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { parseDuration } from "../../output/duration.ts";

/** Flags that select lines. */
export interface LineFlags {
  readonly since: string;
  readonly grep: readonly string[];
  readonly exclude: readonly string[];
}

/** Returns whether a line is printed; `time` is undefined for a line before the first known time. */
export type LineFilter = (text: string, time: number | undefined) => boolean;

/**
 * Parses the flags that select lines.
 *
 * @param now The current time, to which durations refer, milliseconds.
 * @throws {OsctlError} of kind `usage` for an invalid expression or time.
 */
export function parseLineFilter({ since, grep, exclude }: LineFlags, now: number): LineFilter {
  const from = since === "" ? undefined : parseSince(since, now);
  const wanted = grep.map((text) => parsePattern(text, "--grep"));
  const unwanted = exclude.map((text) => parsePattern(text, "--exclude"));
  return (text, time) =>
    (from === undefined || time === undefined || time >= from) &&
    (wanted.length === 0 || wanted.some((pattern) => pattern.test(text))) &&
    !unwanted.some((pattern) => pattern.test(text));
}

function parsePattern(text: string, flag: string): RegExp {
  try {
    return new RegExp(text, "u");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.replace(/^.*: /, "");
    throw new OsctlError("usage", `invalid regular expression "${text}" for ${flag}: ${reason}`, {
      hint: "escape special characters with a backslash, such as \\[",
    });
  }
}

function parseSince(text: string, now: number): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time)) return time;
  try {
    return now - Math.abs(parseDuration(text));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OsctlError("usage", `invalid time "${text}" for --since`, {
      hint: "use a duration such as 15m, or a time such as 2024-05-05T10:00:00Z",
    });
  }
}
