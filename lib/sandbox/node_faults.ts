/**
 * The fault rules of one node that change how it boots, installs and runs pods.
 *
 * @module
 */
import { onAbort } from "../async/on_abort.ts";
import type { FaultAction } from "./fault_rules.ts";
import type { Faults } from "./faults.ts";

/** The rules that match a node. */
export class NodeFaults {
  readonly #faults: Faults;
  readonly #node: { readonly name: string; readonly address: string };

  constructor(faults: Faults, node: { readonly name: string; readonly address: string }) {
    this.#faults = faults;
    this.#node = node;
  }

  /** Reports whether a rule with an action matches the node. */
  has(action: FaultAction): boolean {
    return this.#faults.rulesOf(this.#node, action).length > 0;
  }

  /** Returns the sum of the delays of the rules with an action, milliseconds. */
  delayMs(action: FaultAction): number {
    return this.#faults.rulesOf(this.#node, action)
      .reduce((sum, { delayMs = 0 }) => sum + delayMs, 0);
  }

  /**
   * Resolves when no rule with an action matches the node.
   *
   * @throws The reason of `signal` when that is aborted before.
   */
  whenCleared(action: FaultAction, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (!this.has(action)) return resolve();
      const stop = this.#faults.onChange(() => {
        if (this.has(action)) return;
        stop();
        remove();
        resolve();
      });
      const remove = onAbort(signal, () => {
        stop();
        reject(signal.reason);
      });
    });
  }
}
