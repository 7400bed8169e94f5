/**
 * The change history of a collection.
 *
 * @module
 */
import type { Resource } from "./resource.ts";

/** A change of a resource. */
export type Change =
  | { readonly kind: "created" | "destroyed"; readonly resource: Resource }
  | { readonly kind: "updated"; readonly resource: Resource; readonly old: Resource };

/** Default number of stored changes: eight seconds at 2,000 changes per second. */
const HISTORY_CAPACITY = 16_384;

/**
 * A ring buffer of changes. Each reader tracks its position; a reader that lags by more than the
 * capacity loses changes, which `since` reports.
 */
export class History {
  readonly capacity: number;
  readonly #ring: Change[] = [];
  readonly #waiting = new Set<() => void>();
  #position = 0;

  constructor(capacity: number = HISTORY_CAPACITY) {
    this.capacity = capacity;
  }

  /** The total number of changes. */
  get position(): number {
    return this.#position;
  }

  /** The position of the oldest stored change. */
  get oldest(): number {
    return Math.max(0, this.#position - this.capacity);
  }

  /** Appends a change and wakes all readers. */
  append(change: Change): void {
    this.#ring[this.#position % this.capacity] = change;
    this.#position += 1;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Returns the changes since a position; undefined when some of them are lost. */
  since(position: number): Change[] | undefined {
    if (position < this.oldest) return undefined;
    const changes: Change[] = [];
    for (let at = position; at < this.#position; at++) {
      changes.push(this.#ring[at % this.capacity]!);
    }
    return changes;
  }

  /** Resolves at the next change, or when `signal` aborts. */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }
}
