/**
 * Waits of a rotation: attempts until a condition holds, within a time limit.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import type { Clock } from "../../platform/system.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";

/** Time between two attempts, milliseconds. */
const INTERVAL_MS = 100;

/** A condition that does not hold yet. */
export class NotYet extends OsctlError {
  override readonly name = "NotYet";

  constructor(reason: string) {
    super("node", reason);
  }
}

/** Options of {@linkcode waitFor}. */
export interface WaitOptions {
  readonly clock: Clock;
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal;
  /** Time limit, milliseconds. */
  readonly ms: number;
  /** What is awaited, for the error: `10.5.0.2: restart of the kubelet`. */
  readonly what: string;
  /** Whether another attempt may resolve an error; by default lost calls and connections. */
  readonly isTransient?: (error: OsctlError) => boolean;
}

class TimeLimit extends Error {}

/**
 * Repeats an attempt until it succeeds.
 *
 * @throws {OsctlError} of kind `node` after the time limit, with the last reason; other errors of the
 * attempt.
 */
export async function waitFor<T>(
  { clock, signal, ms, what, isTransient = isLost }: WaitOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let last: OsctlError | undefined;
  using deadline = createDeadline({ clock, ms, signals: [signal], expired: () => new TimeLimit() });
  while (!deadline.signal.aborted) {
    try {
      return await raceWithAbort(attempt(deadline.signal), deadline.signal);
    } catch (error) {
      if (deadline.signal.aborted) break;
      if (!(error instanceof OsctlError)) throw error;
      if (!(error instanceof NotYet) && !isTransient(error)) throw error;
      last = error;
    }
    await sleep(clock, INTERVAL_MS, deadline.signal).catch(() => {}); // the loop ends then
  }
  signal.throwIfAborted();
  const reason = last === undefined ? "" : `: ${last.message.replaceAll("\n", "; ")}`;
  throw new OsctlError("node", `${what}: not complete within ${formatDuration(ms)}${reason}`, {
    hint: last?.hint ?? "check the node, or increase --timeout",
    ...(last === undefined ? {} : { cause: last }),
  });
}

/** Codes of calls that a node may not have received, or whose response was lost. */
const LOST_CODES: ReadonlySet<number> = new Set([
  StatusCode.unavailable,
  StatusCode.canceled,
  StatusCode.aborted,
  StatusCode.deadlineExceeded,
]);

/** Whether a call was lost, or its response: the node may have processed it. */
export function isLost(error: OsctlError): boolean {
  if (error instanceof MultiNodeError) return error.failures.every((one) => isLost(one.error));
  if (error.kind === "connection") return true;
  return error instanceof RpcError && LOST_CODES.has(error.code);
}
