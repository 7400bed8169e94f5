/**
 * Cancellation and deadline of a call as one abort signal.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";

/** A combined signal; disposing it removes its listeners and its timer. */
export interface CombinedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Creates a signal that aborts with `reasons.cancelled()` when one of `signals` does, and with
 * `reasons.expired()` after `timeoutMs`.
 */
export function combineSignals(
  signals: readonly (AbortSignal | undefined)[],
  timeoutMs: number | undefined,
  clock: Clock,
  reasons: { cancelled: (signal: AbortSignal) => unknown; expired: () => unknown },
): CombinedSignal {
  const controller = new AbortController();
  const cleanups: (() => void)[] = [];
  for (const signal of signals) {
    if (signal === undefined) continue;
    const cancel = () => controller.abort(reasons.cancelled(signal));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    cleanups.push(() => signal.removeEventListener("abort", cancel));
  }
  if (timeoutMs !== undefined && !controller.signal.aborted) {
    cleanups.push(clock.after(timeoutMs, () => controller.abort(reasons.expired())));
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const cleanup of cleanups) cleanup();
    },
  };
}

/** Settles like the promise; rejects with the signal's reason when it aborts first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => {}); // its outcome is not used
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
