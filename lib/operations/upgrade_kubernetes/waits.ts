/**
 * Bounded waits: each has a name, a time limit of its own, and the last reason why it is not over.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { getReconnectReason } from "../../client/node_error.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import type { Clock } from "../../platform/system.ts";

/** Time limits, milliseconds. */
export interface WaitLimits {
  /** First contact with the Kubernetes API, and reads of the plan. */
  readonly planMs: number;
  /** Pull of one image. */
  readonly pullMs: number;
  /** Acceptance of a configuration by its node, and its effect on resources. */
  readonly configMs: number;
  /** Readiness of a static pod. */
  readonly podMs: number;
  /** Restart of a kubelet. */
  readonly kubeletMs: number;
  /** Readiness of a node with its new version. */
  readonly nodeMs: number;
  /** Change of one object. */
  readonly manifestMs: number;
  readonly deploymentMs: number;
  readonly daemonSetMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Default limits; those of pods, nodes and rollouts are the reference's. */
export const WAIT_LIMITS: WaitLimits = {
  planMs: 30 * SECOND_MS,
  pullMs: 30 * MINUTE_MS,
  configMs: MINUTE_MS,
  podMs: 5 * MINUTE_MS,
  kubeletMs: 5 * MINUTE_MS,
  nodeMs: 3 * MINUTE_MS,
  manifestMs: 3 * MINUTE_MS,
  deploymentMs: 3 * MINUTE_MS,
  daemonSetMs: 5 * MINUTE_MS,
};

/** Returns the limits with `ms` for each wait; the default ones when undefined. */
export function limitsOf(ms: number | undefined): WaitLimits {
  if (ms === undefined) return WAIT_LIMITS;
  const names = Object.keys(WAIT_LIMITS) as (keyof WaitLimits)[];
  return Object.fromEntries(names.map((name) => [name, ms])) as unknown as WaitLimits;
}

/** A wait in progress. */
export interface Wait {
  /** Aborted at the time limit, and by the user's interrupt. */
  readonly signal: AbortSignal;
  /** Reports why the wait is not over. */
  report(reason: string): void;
}

/** Options of {@linkcode withLimit}. */
export interface WaitOptions {
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
const EXPLAIN_MS = 10 * SECOND_MS;

/**
 * Runs `body` with a time limit.
 *
 * @throws {OsctlError} of kind `node` with the last reason when the limit expires.
 */
export async function withLimit<T>(
  system: { readonly clock: Clock; readonly signal: AbortSignal },
  { failure, ms, hint, onReason, explain }: WaitOptions,
  body: (wait: Wait) => Promise<T>,
): Promise<T> {
  const { clock, signal } = system;
  let last = "";
  const report = (reason: string) => {
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
      ...hint === undefined ? {} : { hint },
    });
  }
}

async function explained(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  explain: WaitOptions["explain"],
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
