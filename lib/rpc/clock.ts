/**
 * The wall clock, the default of options that take a clock.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";

/** Real time. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
