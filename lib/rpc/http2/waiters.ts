/**
 * Those who wait for something to change.
 *
 * @module
 */

/** A place to wait at. Whoever is woken looks for itself whether it can go on. */
export class Waiters {
  #waiting: (() => void)[] = [];

  /** Resolves at the next {@linkcode wake}. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Wakes everybody. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
