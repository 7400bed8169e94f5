/**
 * Limits the connections that a process opens at the same time. A runtime without a free descriptor
 * panics, and a call may name many nodes.
 *
 * @module
 */
import { onAbort } from "../async/on_abort.ts";

/** Connections opened at the same time by all nodes of this process. */
const SIZE = 64;

/** Slots, given in the order in which they were requested. */
export class DialSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number = SIZE) {
    this.#free = size;
  }

  /**
   * Runs a function in a slot, when there is one.
   *
   * @throws The reason of the signal, when it aborts first.
   */
  async run<Result>(signal: AbortSignal, dial: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await dial();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const remove = onAbort(signal, () => {
      this.#waiting.delete(take);
      reject(signal.reason);
    });
    const take = () => {
      this.#waiting.delete(take);
      remove();
      resolve();
    };
    this.#waiting.add(take);
    await promise;
  }
}

/** The slots of this process. */
export const processDials: DialSlots = new DialSlots();
