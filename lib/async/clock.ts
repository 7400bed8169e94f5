/**
 * Time as a dependency, so that tests move it by hand.
 *
 * @module
 */

/** A source of time and timers. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `callback` after `ms` milliseconds; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
}
