/**
 * The keys in force: the table with the changes of the preferences.
 *
 * @module
 */
import { type KeyEntry, keyLabel, KEYS, type Scope } from "./keys.ts";

/** Keys by `scope.action`, instead of the ones of the table. */
export type KeyChanges = ReadonlyMap<string, readonly string[]>;

/** The key that ends the dashboard always. */
const INTERRUPT = "ctrl-c";

/** The keys in force. */
export class Keymap {
  /** In the order of the table; an action without keys is missing. */
  readonly entries: readonly KeyEntry[];

  constructor(changes: KeyChanges = new Map()) {
    this.entries = KEYS.map((entry) => {
      const changed = changes.get(`${entry.scope}.${entry.action}`);
      if (changed === undefined) return entry;
      const fixed = entry.keys.filter((key) => key === INTERRUPT);
      return { ...entry, keys: [...changed, ...fixed] };
    }).filter(({ keys }) => keys.length > 0);
  }

  /** Returns the entry of a key in the first of the scopes that has it. */
  #find(scopes: readonly Scope[], key: string): KeyEntry | undefined {
    for (const scope of scopes) {
      const entry = this.entries.find((one) => one.scope === scope && one.keys.includes(key));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** Returns the action of a key in the first of the scopes that has it. */
  findAction(scopes: readonly Scope[], key: string): string | undefined {
    return this.#find(scopes, key)?.action;
  }

  /** Returns the key of the table with the same action; undefined for a key without an action. */
  toDefaultKey(scopes: readonly Scope[], key: string): string | undefined {
    const found = this.#find(scopes, key);
    if (found === undefined) return undefined;
    const { scope, action } = found;
    return KEYS.find((entry) => entry.scope === scope && entry.action === action)?.keys[0];
  }

  /** Returns the name of the first key of an action on keyboards; empty without a key. */
  labelOf(scope: Scope, action: string): string {
    const entry = this.entries.find((one) => one.scope === scope && one.action === action);
    return entry === undefined ? "" : keyLabel(entry.keys[0]!);
  }
}

/** The keys of the table. */
export const DEFAULT_KEYMAP: Keymap = new Keymap();
