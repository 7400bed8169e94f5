/**
 * A queue of tasks that wait for a state to change.
 *
 * @module
 */

/** A condition variable: woken tasks check the state themselves and may wait again. */
export class WaitQueue {
  #waiting = new Set<() => void>();

  /** Resolves at the next {@linkcode wake}; rejects with the signal's reason when it aborts first. */
  wait(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal === undefined) {
      this.#waiting.add(resolve);
      return promise;
    }
    const abort = () => {
      this.#waiting.delete(wake);
      reject(signal.reason);
    };
    const wake = () => {
      signal.removeEventListener("abort", abort);
      resolve();
    };
    if (signal.aborted) reject(signal.reason);
    else {
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(wake);
    }
    return promise;
  }

  /** Wakes all waiting tasks, in the order in which they began to wait. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }
}
