/**
 * Cooperative scheduling of long synchronous work, so that other calls, cancellation and timers run.
 *
 * @module
 */
import { setImmediate } from "node:timers";

/** Length of a time slice, milliseconds. */
const SLICE_MS = 10;
/** Steps between two reads of the clock. */
const STEPS = 64;

/** The time slice of a loop. */
export class TimeSlice {
  #steps = 0;
  #started = performance.now();

  /** Counts a step. Returns true when the loop should `await renew()`. */
  isExpired(): boolean {
    return ++this.#steps % STEPS === 0 && performance.now() - this.#started > SLICE_MS;
  }

  /** Yields to the event loop and starts a new slice. `setTimeout` would delay by up to 4 ms. */
  async renew(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#started = performance.now();
  }
}
