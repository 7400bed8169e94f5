/**
 * The last values of a measure, for sparklines.
 *
 * @module
 */

/** Number of retained values: 12 minutes at the default interval of 3 s. */
const CAPACITY = 240;

/** A ring buffer of numbers. */
export class Series {
  readonly #values: number[] = [];
  #start = 0;

  /** Adds the latest value. */
  push(value: number): void {
    if (this.#values.length < CAPACITY) {
      this.#values.push(value);
      return;
    }
    this.#values[this.#start] = value;
    this.#start = (this.#start + 1) % CAPACITY;
  }

  /** Returns at most `count` of the latest values, oldest first. */
  latest(count: number): number[] {
    const all = [...this.#values.slice(this.#start), ...this.#values.slice(0, this.#start)];
    return all.slice(Math.max(all.length - count, 0));
  }
}

/** Measures with a series: shares between 0 and 1, the load, and bytes per second. */
export const MEASURES = [
  "cpu",
  "memory",
  "load",
  "received",
  "sent",
  "diskRead",
  "diskWritten",
] as const;

/** A measure with a series. */
export type Measure = typeof MEASURES[number];

/** Creates an empty series for each measure. */
export function createSeries(): Readonly<Record<Measure, Series>> {
  return Object.fromEntries(
    MEASURES.map((measure) => [measure, new Series()]),
  ) as unknown as Record<Measure, Series>;
}
