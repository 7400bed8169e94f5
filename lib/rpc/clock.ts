/**
 * The wall clock, for callers that bring none of their own.
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
