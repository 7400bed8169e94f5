/**
 * Limits how many nodes are called at the same time.
 *
 * @module
 */
import { onAbort } from "../async/on_abort.ts";

/** Nodes called at the same time without another limit. */
export const MAX_PARALLEL = 32;

/** Slots of nodes. Further calls to a node that has a slot share it. */
export class NodeSlots {
  readonly #size: number;
  /** Calls of each node with a slot. */
  readonly #calls = new Map<string, number>();
  /** Nodes without a slot, in order, and what continues their calls. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(size: number = MAX_PARALLEL) {
    this.#size = size;
  }

  /**
   * Waits for the slot of a node; the returned function ends the call.
   *
   * @throws The reason of an aborted signal.
   */
  async enter(node: string, ...signals: (AbortSignal | undefined)[]): Promise<() => void> {
    if (!this.#begin(node)) await this.#wait(node, signals);
    let isEnded = false;
    return () => {
      if (!isEnded) this.#end(node);
      isEnded = true;
    };
  }

  #begin(node: string): boolean {
    const calls = this.#calls.get(node) ?? 0;
    if (calls === 0 && this.#calls.size >= this.#size) return false;
    this.#calls.set(node, calls + 1);
    return true;
  }

  async #wait(node: string, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.getOrInsertComputed(node, () => new Set());
    waiting.add(resolve);
    const removals = signals.filter((signal) => signal !== undefined).map((signal) => {
      const abort = () => {
        waiting.delete(resolve);
        if (waiting.size === 0) this.#waiting.delete(node);
        reject(signal.reason);
      };
      if (!signal.aborted) return onAbort(signal, abort);
      abort();
      return () => {};
    });
    try {
      await promise;
    } finally {
      for (const remove of removals) remove();
    }
  }

  #end(node: string): void {
    const calls = this.#calls.get(node)! - 1;
    if (calls > 0) {
      this.#calls.set(node, calls);
      return;
    }
    this.#calls.delete(node);
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [name, continuations] = next;
    this.#waiting.delete(name);
    this.#calls.set(name, continuations.size);
    for (const resume of continuations) resume();
  }
}
