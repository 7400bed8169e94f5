/**
 * Deadlines by the program's own clock, joined with the user's wish to stop.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";

/** A signal that ends a piece of work, and the way to let go of it. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal aborted with `expired()` after `ms` milliseconds, or with the reason of the first of
 * `signals` to be aborted. Disposing of it stops the timer.
 *
 * @param ms Undefined for no time limit.
 */
export function deadline(
  clock: Clock,
  ms: number | undefined,
  expired: () => Error,
  signals: readonly (AbortSignal | undefined)[],
): Deadline {
  const controller = new AbortController();
  const sources = signals.filter((signal) => signal !== undefined);
  const follow = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  const cancel = ms === undefined ? undefined : clock.after(ms, () => controller.abort(expired()));
  for (const signal of sources) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener("abort", follow, { once: true });
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      cancel?.();
      for (const signal of sources) signal.removeEventListener("abort", follow);
    },
  };
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
