/**
 * Alarms that fault rules raise at members.
 *
 * @module
 */
import type { FaultAction } from "../fault_rules.ts";
import type { Faults } from "../faults.ts";
import type { NodeFacts } from "../types.ts";
import type { EtcdStore } from "./etcd_store.ts";
import type { AlarmKind } from "./membership.ts";

const ACTIONS: readonly (readonly [action: FaultAction, kind: AlarmKind])[] = [
  ["nospace", "NOSPACE"],
  ["corrupt", "CORRUPT"],
];

/** Raises alarms once per rule and node, so that a disarmed alarm stays disarmed. */
export class FaultAlarms {
  readonly #faults: Faults;
  readonly #store: EtcdStore;
  #raised: ReadonlySet<string> = new Set();

  constructor(faults: Faults, store: EtcdStore) {
    this.#faults = faults;
    this.#store = store;
  }

  /** Raises the alarms of new rules. */
  async apply(nodes: readonly NodeFacts[]): Promise<void> {
    const required = new Set<string>();
    for (const node of nodes) {
      const memberId = this.#store.memberOf(node.name)?.id;
      if (memberId === undefined) continue;
      for (const [action, kind] of ACTIONS) {
        for (const { id } of this.#faults.rulesOf(node, action)) {
          const key = `${id} ${node.name}`;
          required.add(key);
          if (!this.#raised.has(key)) await this.#store.raiseAlarm({ memberId, kind });
        }
      }
    }
    this.#raised = required;
  }
}
