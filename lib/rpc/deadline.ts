/**
 * Everything that can stop a call from outside, as one signal with a cleanup.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";

/** A signal and the way to be done with it. */
export interface Limit extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal aborted with `reasons.cancelled()` when one of `signals` is, and with
 * `reasons.expired()` after `timeoutMs`.
 */
export function limit(
  signals: readonly (AbortSignal | undefined)[],
  timeoutMs: number | undefined,
  clock: Clock,
  reasons: { cancelled: (signal: AbortSignal) => unknown; expired: () => unknown },
): Limit {
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

/** The promise's outcome, or the signal's reason if that comes first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => {}); // its outcome no longer interests
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
