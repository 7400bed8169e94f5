/**
 * The latest changes of a collection, and those who wait for the next one.
 *
 * @module
 */
import type { Resource } from "./resource.ts";

/** One change. */
export type Change =
  | { readonly kind: "created" | "destroyed"; readonly resource: Resource }
  | { readonly kind: "updated"; readonly resource: Resource; readonly old: Resource };

/** How many changes are kept, unless said otherwise. Eight seconds of 2,000 changes a second. */
export const HISTORY_CAPACITY = 16_384;

/**
 * A ring of changes. Readers keep their own position; one that falls more than the capacity behind
 * has lost changes and learns so.
 */
export class History {
  readonly capacity: number;
  readonly #ring: Change[] = [];
  readonly #waiting = new Set<() => void>();
  #position = 0;

  constructor(capacity: number = HISTORY_CAPACITY) {
    this.capacity = capacity;
  }

  /** How many changes there have been. */
  get position(): number {
    return this.#position;
  }

  /** The position of the oldest change that is still there. */
  get oldest(): number {
    return Math.max(0, this.#position - this.capacity);
  }

  append(change: Change): void {
    this.#ring[this.#position % this.capacity] = change;
    this.#position += 1;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** The changes since a position, or undefined when some of them are lost. */
  since(position: number): Change[] | undefined {
    if (position < this.oldest) return undefined;
    const changes: Change[] = [];
    for (let at = position; at < this.#position; at++) {
      changes.push(this.#ring[at % this.capacity]!);
    }
    return changes;
  }

  /** Resolves at the next change, or when `signal` is aborted. */
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
