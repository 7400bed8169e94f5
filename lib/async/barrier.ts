/**
 * A barrier: parallel tasks that continue together.
 *
 * @module
 */
import type { Clock } from "./clock.ts";

/** Releases all tasks when the last one has arrived, or a time after the first arrival. */
export class Barrier<Task> {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #missing: Set<Task>;
  readonly #open = Promise.withResolvers<void>();
  #stopTimer: (() => void) | undefined;

  constructor(tasks: Iterable<Task>, clock: Clock, limitMs: number) {
    this.#missing = new Set(tasks);
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  /** Resolves when the barrier opens. A task that ends without waiting must arrive as well. */
  arrive(task: Task): Promise<void> {
    this.#missing.delete(task);
    if (this.#missing.size === 0) {
      this.#stopTimer?.();
      this.#open.resolve();
    } else {
      this.#stopTimer ??= this.#clock.after(this.#limitMs, this.#open.resolve);
    }
    return this.#open.promise;
  }
}
