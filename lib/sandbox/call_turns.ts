/**
 * Limits how many calls to other nodes start or are cancelled in a turn of the event loop: a call
 * may name 1,000 nodes, and other clients wait meanwhile.
 *
 * @module
 */

/** Calls per turn, a few milliseconds of CPU. */
const SIZE = 64;

/** Turns of the event loop, granted in the order of the requests. */
export class CallTurns {
  readonly #defer: (next: () => void) => void;
  readonly #size: number;
  #waiting: (() => void)[] = [];
  /** Index of the first waiting request. */
  #head = 0;

  /** @param defer calls a function in the next turn. */
  constructor(defer: (next: () => void) => void = setTimeout, size: number = SIZE) {
    this.#defer = defer;
    this.#size = size;
  }

  /** Resolves in a later turn of the event loop. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) this.#schedule();
    return promise;
  }

  #schedule(): void {
    this.#defer(() => {
      const end = Math.min(this.#head + this.#size, this.#waiting.length);
      while (this.#head < end) this.#waiting[this.#head++]!();
      if (this.#head < this.#waiting.length) return this.#schedule();
      this.#waiting = [];
      this.#head = 0;
    });
  }
}

/** The turns of this process. */
export const processTurns: CallTurns = new CallTurns();
