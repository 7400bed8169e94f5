/**
 * Bounded waits: each has a time limit and the last reason why it is not over.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { sleep } from "../async/sleep.ts";
import { getReconnectReason } from "../client/node_error.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import { formatDuration } from "../output/duration.ts";
import type { Clock } from "../platform/system.ts";
import { RpcError, StatusCode } from "../rpc/mod.ts";

/** A wait in progress. */
export interface Wait {
  /** Aborted at the time limit, and by the user's interrupt. */
  readonly signal: AbortSignal;
  /** Reports why the wait is not over; `hint` replaces the hint of the wait. */
  report(reason: string, hint?: string): void;
}

/** Options of {@linkcode withLimit}. */
export interface LimitOptions {
  /** What does not happen in time: `pod kube-apiserver-one not ready`. */
  readonly failure: string;
  readonly ms: number;
  readonly hint?: string;
  /** Called with each new reason. */
  onReason?(reason: string): void;
  /** Returns the reason of a wait that has expired, instead of the last reported one. */
  explain?(signal: AbortSignal): Promise<string | undefined>;
}

/** Abort reason of an expired wait. */
class WaitExpired extends Error {}

/** Time to find the reason of an expired wait, milliseconds. */
const EXPLAIN_MS = 10_000;

/**
 * Runs `body` with a time limit.
 *
 * @throws {OsctlError} of kind `node` with the last reason when the limit expires.
 */
export async function withLimit<T>(
  system: { readonly clock: Clock; readonly signal: AbortSignal },
  { failure, ms, hint, onReason, explain }: LimitOptions,
  body: (wait: Wait) => Promise<T>,
): Promise<T> {
  const { clock, signal } = system;
  let last = "";
  let advice = hint;
  const report = (reason: string, better = hint) => {
    advice = better;
    if (reason === last) return;
    last = reason;
    onReason?.(reason);
  };
  using deadline = createDeadline({
    clock,
    ms,
    signals: [signal],
    expired: () => new WaitExpired(),
  });
  try {
    return await raceWithAbort(body({ signal: deadline.signal, report }), deadline.signal);
  } catch (error) {
    if (!(deadline.signal.reason instanceof WaitExpired) || signal.aborted) throw error;
    const reason = await explained(system, explain) ?? (last === "" ? "no result" : last);
    throw new OsctlError("node", `${failure} within ${formatDuration(ms)}: ${reason}`, {
      cause: error,
      ...advice === undefined ? {} : { hint: advice },
    });
  }
}

async function explained(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  explain: LimitOptions["explain"],
): Promise<string | undefined> {
  if (explain === undefined) return undefined;
  const expired = () => new WaitExpired();
  using deadline = createDeadline({ clock, ms: EXPLAIN_MS, signals: [signal], expired });
  try {
    return await raceWithAbort(explain(deadline.signal), deadline.signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // The reason of the wait is reported, instead of why its details cannot be read.
    if (error instanceof OsctlError || error instanceof WaitExpired) return undefined;
    throw error;
  }
}

/** Pauses between attempts, milliseconds; the last one is repeated. */
const PAUSES_MS = [250, 500, 1000, 2000];

/** Repeats a call to a node while its connection is lost. */
export async function retryNode<T>(
  clock: Clock,
  wait: Wait,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let failures = 0;; failures++) {
    try {
      return await attempt(wait.signal);
    } catch (error) {
      wait.signal.throwIfAborted();
      const reason = getReconnectReason(error);
      if (reason === undefined) throw error;
      wait.report(reason);
    }
    await sleep(clock, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!, wait.signal);
  }
}

/** A condition that does not hold yet. */
export class NotYet extends OsctlError {
  override readonly name = "NotYet";

  constructor(reason: string) {
    super("node", reason);
  }
}

/** Time between two attempts, milliseconds. */
const INTERVAL_MS = 100;

/** Options of {@linkcode awaitCondition}. */
export interface ConditionOptions extends LimitOptions {
  /**
   * Reports whether another attempt may resolve an error; by default lost calls and connections.
   */
  readonly isTransient?: (error: OsctlError) => boolean;
}

/**
 * Repeats an attempt until it succeeds: while it throws {@linkcode NotYet} or a transient error.
 *
 * @throws {OsctlError} of kind `node` with the last reason when the limit expires; other errors of
 *   the attempt.
 */
export async function awaitCondition<T>(
  system: { readonly clock: Clock; readonly signal: AbortSignal },
  { isTransient = isLost, ...limit }: ConditionOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await withLimit(system, limit, async (wait) => {
    while (true) {
      try {
        return await attempt(wait.signal);
      } catch (error) {
        wait.signal.throwIfAborted();
        if (!(error instanceof OsctlError)) throw error;
        if (!(error instanceof NotYet) && !isTransient(error)) throw error;
        wait.report(error.message.replaceAll("\n", "; "), error.hint);
      }
      await sleep(system.clock, INTERVAL_MS, wait.signal);
    }
  });
}

/** Codes of calls that a node may not have received, or whose response was lost. */
const LOST_CODES: ReadonlySet<number> = new Set([
  StatusCode.unavailable,
  StatusCode.canceled,
  StatusCode.aborted,
  StatusCode.deadlineExceeded,
]);

/** Reports whether a call was lost, or its response: the node may have processed it. */
export function isLost(error: OsctlError): boolean {
  if (error instanceof MultiNodeError) return error.failures.every((one) => isLost(one.error));
  if (error.kind === "connection") return true;
  return error instanceof RpcError && LOST_CODES.has(error.code);
}
