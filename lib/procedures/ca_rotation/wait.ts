/**
 * Waits of a rotation: attempts until a condition holds, within a time limit.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { awaitCondition } from "../waits.ts";

/** Options of {@linkcode waitFor}. */
export interface WaitOptions {
  readonly clock: Clock;
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal;
  /** Time limit, milliseconds. */
  readonly ms: number;
  /** What is awaited, for the error: `10.5.0.2: restart of the kubelet`. */
  readonly what: string;
  /**
   * Reports whether another attempt may resolve an error; by default lost calls and connections.
   */
  readonly isTransient?: (error: OsctlError) => boolean;
}

/**
 * Repeats an attempt until it succeeds.
 *
 * @throws {OsctlError} of kind `node` after the time limit, with the last reason; other errors of
 *   the attempt.
 */
export async function waitFor<T>(
  { clock, signal, what, ...limit }: WaitOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const failure = `${what}: not complete`;
  const hint = "check the node, or increase --timeout";
  return await awaitCondition({ clock, signal }, { failure, hint, ...limit }, attempt);
}
