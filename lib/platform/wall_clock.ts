/**
 * The wall clock.
 *
 * @module
 */
import type { Clock } from "./system.ts";

/** Longest delay of a timer of the runtime, milliseconds (24.8 days); a longer one fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The system's time and timers. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    let timer: ReturnType<typeof setTimeout>;
    const schedule = (left: number) => {
      timer = left > MAX_DELAY_MS
        ? setTimeout(() => schedule(left - MAX_DELAY_MS), MAX_DELAY_MS)
        : setTimeout(callback, left);
    };
    schedule(ms);
    return () => clearTimeout(timer);
  },
};
