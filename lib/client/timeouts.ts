/**
 * How long the client waits, and how a user changes that.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { formatDuration, parseDuration } from "../output/duration.ts";
import type { Environment } from "../platform/system.ts";

/** Limits of waiting, milliseconds. */
export interface Timeouts {
  /** For a connection to an endpoint: `OSCTL_CONNECT_TIMEOUT`, 10 s. */
  readonly connectMs: number;
  /** For the answer of one node: `OSCTL_CALL_TIMEOUT`, 30 s. */
  readonly callMs: number;
}

/**
 * Reads the limits from the environment.
 *
 * @throws {OsctlError} of kind `usage` for a value that is no positive Go duration.
 */
export function timeoutsFrom(env: Environment): Timeouts {
  return {
    connectMs: durationOf(env, "OSCTL_CONNECT_TIMEOUT", 10_000),
    callMs: durationOf(env, "OSCTL_CALL_TIMEOUT", 30_000),
  };
}

/** The error of a node that does not send its next message in time. */
export function noAnswerWithin(ms: number, missing = "answer"): OsctlError {
  return new OsctlError("node", `no ${missing} within ${formatDuration(ms)}`, {
    hint: "a longer OSCTL_CALL_TIMEOUT lets it wait more",
  });
}

/** Timers hold at most this many milliseconds. */
export const LONGEST_MS = 2 ** 31 - 1;

function durationOf(env: Environment, name: string, fallback: number): number {
  const text = env.get(name) ?? "";
  if (text === "") return fallback;
  let ms: number;
  try {
    ms = parseDuration(text);
  } catch (error) {
    if (error instanceof RangeError) throw bad(name, text);
    throw error;
  }
  if (ms <= 0) throw bad(name, text);
  return Math.min(ms, LONGEST_MS);
}

function bad(name: string, text: string): OsctlError {
  return new OsctlError("usage", `the variable ${name} is "${text}", which is no time to wait`, {
    hint: `set it to a positive duration such as ${formatDuration(45_000)} or 2m`,
  });
}
