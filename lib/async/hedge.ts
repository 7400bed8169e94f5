/**
 * Hedged attempts: the next candidate starts when the previous one fails or is slow.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Clock } from "./clock.ts";
import { onAbort } from "./on_abort.ts";

/** Options of {@linkcode firstSuccess}. */
export interface HedgeOptions<Candidate> {
  readonly clock: Clock;
  /** Delay before the next candidate starts, milliseconds. */
  readonly delayMs: number;
  /** Cancels all attempts; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called with each candidate that takes longer than `delayMs`. */
  onSlow?(candidate: Candidate): void;
  /** Creates the error when all candidates failed, from their errors in order of candidates. */
  allFailed(errors: readonly OsctlError[]): unknown;
}

/**
 * Resolves with the first successful attempt. The next candidate starts as soon as the previous one
 * fails, or in parallel when it is slow; the signal of the other attempts is aborted at the end.
 *
 * @param candidates At least one.
 * @param attempt Rejects with an `OsctlError`; a cancellation or any other error rejects at once.
 */
export function firstSuccess<Candidate, T>(
  candidates: readonly Candidate[],
  attempt: (candidate: Candidate, signal: AbortSignal) => Promise<T>,
  { clock, delayMs, signal, onSlow, allFailed }: HedgeOptions<Candidate>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const errors: (OsctlError | undefined)[] = candidates.map(() => undefined);
    let started = 0;
    let pending = 0;
    let failed = 0;
    let cancelHedge = () => {};
    if (signal?.aborted) return reject(signal.reason);
    const removeStop = signal && onAbort(signal, () => settle(() => reject(signal.reason)));
    const settle = (settlement: () => void) => {
      cancelHedge();
      removeStop?.();
      started = candidates.length;
      settlement();
      // The error captures a stack trace.
      if (pending > 0) settled.abort(new OsctlError("cancelled", "another attempt succeeded"));
    };
    const fail = (index: number, error: unknown) => {
      if (!(error instanceof OsctlError) || error.kind === "cancelled") {
        return settle(() => reject(error));
      }
      errors[index] = error;
      if (++failed < candidates.length) return startNext();
      settle(() => reject(allFailed(errors.filter((one) => one !== undefined))));
    };
    const startNext = () => {
      cancelHedge();
      const index = started++;
      const candidate = candidates[index];
      if (candidate === undefined) return;
      pending++;
      attempt(candidate, settled.signal).then(
        (value) => {
          pending--;
          settle(() => resolve(value));
        },
        (error) => {
          pending--;
          fail(index, error);
        },
      );
      if (started >= candidates.length) return;
      cancelHedge = clock.after(delayMs, () => {
        onSlow?.(candidate);
        startNext();
      });
    };
    startNext();
  });
}
