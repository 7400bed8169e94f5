/**
 * Deadlines, joined with cancellation from outside.
 *
 * @module
 */
import type { Clock } from "./clock.ts";

/** A signal that ends a piece of work. Disposing of it stops its timer and its listeners. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Options of {@linkcode createDeadline}. */
export interface DeadlineOptions {
  readonly clock: Clock;
  /** Milliseconds; no time limit when undefined. */
  readonly ms: number | undefined;
  /** The reason of the abort when the time is over. */
  expired(): unknown;
  /** Abort it too. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Turns the reason of one of `signals` into that of the abort; the same when left out. */
  cancelled?(reason: unknown): unknown;
}

/** Creates a signal that is aborted after `ms`, or when the first of `signals` is. */
export function createDeadline(options: DeadlineOptions): Deadline {
  const { clock, ms, expired, cancelled = (reason) => reason } = options;
  const controller = new AbortController();
  const signals = options.signals.filter((signal) => signal !== undefined);
  const follow = (event: Event) => cancel(event.target as AbortSignal);
  const cancel = ({ reason }: AbortSignal) => controller.abort(cancelled(reason));
  for (const signal of signals) {
    if (signal.aborted) cancel(signal);
    else signal.addEventListener("abort", follow, { once: true });
  }
  const stopTimer = ms === undefined || controller.signal.aborted
    ? undefined
    : clock.after(ms, () => controller.abort(expired()));
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      stopTimer?.();
      for (const signal of signals) signal.removeEventListener("abort", follow);
    },
  };
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
