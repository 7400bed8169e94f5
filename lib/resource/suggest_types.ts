/**
 * Names of resource types for completion.
 *
 * @module
 */
import type { Definition } from "./definitions.ts";

/** A name of a resource type and its full name. */
export interface TypeSuggestion {
  readonly name: string;
  readonly type: string;
}

/**
 * Returns the names that start with a prefix: one short name per type; without any, the unambiguous
 * aliases; without any, or after a dot, the full names.
 */
export function suggestTypes(
  definitions: readonly Definition[],
  prefix: string,
): readonly TypeSuggestion[] {
  const typed = prefix.toLowerCase();
  const uses = new Map<string, number>();
  for (const definition of definitions) {
    for (const name of shortNames(definition)) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const isUnique = (name: string) => uses.get(name) === 1;
  const tiers = [
    (definition: Definition) => [preferredName(definition, isUnique)],
    (definition: Definition) => [...shortNames(definition)].filter(isUnique),
    ({ type }: Definition) => [type.toLowerCase()],
  ];
  for (const namesOf of tiers) {
    const found = definitions.flatMap((definition) =>
      namesOf(definition).filter((name) => name.startsWith(typed))
        .map((name) => ({ name, type: definition.type }))
    );
    if (found.length > 0) return found.toSorted((a, b) => a.name < b.name ? -1 : 1);
  }
  return [];
}

/** Returns the part of the full name before the first dot, and the aliases. */
function shortNames({ type, aliases }: Definition): Set<string> {
  return new Set([labelOf(type), ...aliases.map((name) => name.toLowerCase())]);
}

function labelOf(type: string): string {
  return type.slice(0, (type + ".").indexOf(".")).toLowerCase();
}

/** Returns the plural, for `LinkStatuses` without the suffix where that is an alias: `links`. */
function preferredName(definition: Definition, isUnique: (name: string) => boolean): string {
  const label = labelOf(definition.type);
  const base = label.endsWith("statuses") ? label.slice(0, -"statuses".length) : undefined;
  const names = shortNames(definition);
  const short = base === undefined
    ? undefined
    : [`${base}s`, `${base}es`].find((name) => names.has(name) && isUnique(name));
  return short ?? (isUnique(label) ? label : definition.type.toLowerCase());
}
