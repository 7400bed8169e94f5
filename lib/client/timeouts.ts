/**
 * Timeouts of the client and their environment variables.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { formatDuration, parseDuration } from "../output/duration.ts";
import type { Environment } from "../platform/system.ts";

/** Timeouts, milliseconds. */
export interface Timeouts {
  /** Of a connection to an endpoint: `OSCTL_CONNECT_TIMEOUT`, default 10 s. */
  readonly connectMs: number;
  /** Of a call to one node: `OSCTL_CALL_TIMEOUT`, default 30 s. */
  readonly callMs: number;
}

/**
 * Parses the timeouts in the environment.
 *
 * @throws {OsctlError} of kind `usage` unless a value is a positive Go duration.
 */
export function parseTimeouts(env: Environment): Timeouts {
  return {
    connectMs: parseVariable(env, "OSCTL_CONNECT_TIMEOUT", 10_000),
    callMs: parseVariable(env, "OSCTL_CALL_TIMEOUT", 30_000),
  };
}

/**
 * Creates the error for a node whose next message is late.
 *
 * @param setting The variable or flag that sets the limit.
 */
export function createTimeoutError(
  ms: number,
  missing = "response",
  setting = "OSCTL_CALL_TIMEOUT",
): OsctlError {
  return new OsctlError("node", `no ${missing} within ${formatDuration(ms)}`, {
    hint: `check the node, or increase ${setting}`,
  });
}

/** Longest delay of a timer, milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

function parseVariable(env: Environment, name: string, fallback: number): number {
  const text = env.get(name) ?? "";
  if (text === "") return fallback;
  let ms: number;
  try {
    ms = parseDuration(text);
  } catch (error) {
    if (error instanceof RangeError) throw invalid(name, text);
    throw error;
  }
  if (ms <= 0) throw invalid(name, text);
  return Math.min(ms, MAX_TIMER_MS);
}

function invalid(name: string, text: string): OsctlError {
  return new OsctlError("usage", `invalid duration "${text}" in ${name}`, {
    hint: `set the variable to a positive duration, such as ${formatDuration(45_000)} or 2m`,
  });
}
