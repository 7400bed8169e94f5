/**
 * A queue of tasks that wait for a state to change.
 *
 * @module
 */
import { onAbort } from "../../async/on_abort.ts";

/** A condition variable: woken tasks check the state themselves and may wait again. */
export class WaitQueue {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next {@linkcode wake}; rejects with the signal's reason when it aborts first. */
  wait(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal === undefined) {
      this.#waiting.add(resolve);
      return promise;
    }
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    const remove = onAbort(signal, () => {
      this.#waiting.delete(wake);
      reject(signal.reason);
    });
    const wake = () => {
      remove();
      resolve();
    };
    this.#waiting.add(wake);
    return promise;
  }

  /** Wakes `count` waiting tasks, in the order in which they began to wait; default all. */
  wake(count = Infinity): void {
    let left = count;
    for (const wake of this.#waiting) {
      if (left-- <= 0) return;
      this.#waiting.delete(wake);
      wake();
    }
  }
}
