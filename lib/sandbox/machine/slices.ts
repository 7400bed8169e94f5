/**
 * Lets others run during long synchronous work: other calls, cancellation, timers.
 *
 * @module
 */
import { setImmediate } from "node:timers";

/** Milliseconds of work after which to pause. */
const SLICE_MS = 10;
/** Steps between two looks at the clock. */
const STEPS = 64;

/** Counts the steps of one piece of long work and says when to pause. */
export class Slices {
  #steps = 0;
  #started = performance.now();

  /** True when this step should be followed by `await pause()`. */
  due(): boolean {
    return ++this.#steps % STEPS === 0 && performance.now() - this.#started > SLICE_MS;
  }

  /** Lets everything else run that is ready to. A timer would wait for 4 ms each time. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#started = performance.now();
  }
}
