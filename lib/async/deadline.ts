/**
 * Deadlines, combined with other abort signals.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { onAbort } from "./on_abort.ts";

/** A signal with a time limit. Disposal stops its timer and removes its listeners. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Options of {@linkcode createDeadline}. */
export interface DeadlineOptions {
  readonly clock: Clock;
  /** Milliseconds; no time limit when undefined. */
  readonly ms: number | undefined;
  /** Creates the abort reason of an expired deadline. */
  expired(): unknown;
  /** Further signals that abort it. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Maps the reason of one of `signals` to the abort reason; identity by default. */
  cancelled?(reason: unknown): unknown;
}

/** Creates a signal that is aborted after `ms`, or with the first of `signals`. */
export function createDeadline(options: DeadlineOptions): Deadline {
  const { clock, ms, expired, cancelled = (reason) => reason } = options;
  const controller = new AbortController();
  const signals = options.signals.filter((signal) => signal !== undefined);
  const cancel = ({ reason }: AbortSignal) => controller.abort(cancelled(reason));
  const removals: (() => void)[] = [];
  for (const signal of signals) {
    if (signal.aborted) cancel(signal);
    else removals.push(onAbort(signal, () => cancel(signal)));
  }
  const stopTimer = ms === undefined || controller.signal.aborted
    ? undefined
    : clock.after(ms, () => controller.abort(expired()));
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      stopTimer?.();
      for (const remove of removals) remove();
    },
  };
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. */
export function raceWithAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    let remove = () => {};
    if (signal.aborted) stop();
    else remove = onAbort(signal, stop);
    work.then(resolve, reject).finally(remove);
  });
}
