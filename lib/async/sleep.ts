/**
 * Abortable sleep on the injected clock.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { onAbort } from "./on_abort.ts";

/** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = clock.after(ms, () => {
      remove?.();
      resolve();
    });
    const remove = signal && onAbort(signal, () => {
      cancel();
      reject(signal.reason);
    });
  });
}
