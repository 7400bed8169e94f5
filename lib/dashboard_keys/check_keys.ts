/**
 * Checks changes of keys.
 *
 * @module
 */
import { didYouMean } from "../output/nearest.ts";
import { keyLabel, KEYS, type Scope, SCOPE_TITLES } from "./keys.ts";
import { type KeyChanges, Keymap } from "./keymap.ts";

/** Scopes that are in force together. */
export const SCOPE_STACKS: readonly (readonly Scope[])[] = [
  ["nodes", "all"],
  ["table", "all"],
  ["resources", "table", "all"],
  ["resources", "network", "table", "all"],
  ["sources", "table", "all"],
  ["files", "table", "all"],
  ["network", "table", "all"],
  ["events", "table", "all"],
  ["logs", "all"],
  ["text", "action", "all"],
  ["picker", "all"],
];

/** An invalid change. */
export interface KeyProblem {
  readonly reason: string;
  readonly hint: string;
}

/** Keys that neither the program nor the terminal passes on. */
const FIXED_KEYS = ["ctrl-c", "ctrl-z"];
/** The action of the terminal driver. */
const FIXED_ACTIONS = ["suspend"];

/** Names of keys besides characters and `ctrl-` with a letter. */
const NAMED = [
  ...new Set(
    [...KEYS.flatMap(({ keys }) => keys), "delete"]
      .filter((key) => key.length > 1 && !key.startsWith("ctrl-")),
  ),
];

/** Returns the name of a key as `KeySplitter` returns it; undefined for an unknown key. */
export function parseKey(text: string): string | undefined {
  if ([...text].length === 1) return text;
  const lower = text.toLowerCase();
  if (lower === "space") return " ";
  const control = /^(?:ctrl-|\^)([a-z])$/.exec(lower);
  // Tab and Enter are ^I and ^J or ^M.
  if (control !== null && !"ijm".includes(control[1]!)) return `ctrl-${control[1]}`;
  return NAMED.find((name) => name === lower || keyLabel(name).toLowerCase() === lower);
}

/** Returns why a text is not a key that can be set; undefined for a valid one. */
export function checkKey(text: string): KeyProblem | undefined {
  const key = parseKey(text);
  if (key === undefined) {
    const hint = didYouMean(text, NAMED) ??
      `use a character, ctrl- and a letter, space, or one of ${NAMED.join(", ")}`;
    return { reason: `unknown key "${text}"`, hint };
  }
  if (!FIXED_KEYS.includes(key)) return undefined;
  return { reason: `the key "${text}" cannot be changed`, hint: "use another key" };
}

/** Returns the scopes of an action, such as `quit` or `table.filter`. */
export function scopesOf(name: string): readonly Scope[] | KeyProblem {
  const [first, second] = name.split(".");
  const [scope, action] = second === undefined ? [undefined, first] : [first, second];
  const entries = KEYS.filter((entry) =>
    entry.action === action && (scope === undefined || entry.scope === scope)
  );
  if (FIXED_ACTIONS.includes(action ?? "")) {
    return { reason: `the key of "${name}" cannot be changed`, hint: "remove it" };
  }
  if (entries.length > 0) return entries.map((entry) => entry.scope);
  const names = scope === undefined
    ? KEYS.map((entry) => entry.action)
    : KEYS.map((entry) => `${entry.scope}.${entry.action}`);
  const hint = didYouMean(name, [...new Set(names)]) ??
    `scopes: ${
      Object.keys(SCOPE_TITLES).join(", ")
    }; actions are listed in the page of the dashboard`;
  return { reason: `unknown action "${name}"`, hint };
}

/** A key with two actions, at least one of them changed. */
export interface KeyConflict {
  readonly key: string;
  /** A changed one: `scope.action`. */
  readonly name: string;
  readonly other: string;
}

/** Returns the first key that has two actions in one view. */
export function findConflict(changes: KeyChanges): KeyConflict | undefined {
  const { entries } = new Keymap(changes);
  for (const stack of SCOPE_STACKS) {
    const known = new Map<string, string>();
    for (const { scope, action, keys } of entries) {
      if (!stack.includes(scope)) continue;
      const name = `${scope}.${action}`;
      for (const key of keys) {
        const other = known.get(key);
        known.set(key, name);
        if (other === undefined) continue;
        return changes.has(name) ? { key, name, other } : { key, name: other, other: name };
      }
    }
  }
  return undefined;
}
