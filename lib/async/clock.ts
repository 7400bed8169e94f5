/**
 * Time and timers as a dependency, for simulated time in tests.
 *
 * @module
 */

/** A source of time and timers. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `callback` after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}
