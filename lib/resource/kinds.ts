/**
 * From what a person types to kinds of resources.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Kind, ResourceReader } from "./client.ts";
import { type Definition, findDefinition } from "./definitions.ts";

/** A kind of resources and its definition. */
export interface NamedKind extends Kind {
  readonly definition: Definition;
}

/** The names in a list such as `members,services`. */
export function namesOf(list: string): string[] {
  const names = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
  if (names.length > 0) return [...new Set(names)];
  throw new OsctlError("usage", `"${list}" names no resource type`, {
    hint: 'list the types with "osctl get rd"',
  });
}

/**
 * The kinds of these names, without repetitions.
 *
 * @param namespace Where they are; empty for where each type usually is.
 * @throws {OsctlError} of kind `input` for a name that nothing or several types have.
 */
export async function findKinds(
  reader: ResourceReader,
  names: readonly string[],
  namespace: string,
): Promise<NamedKind[]> {
  const definitions = await reader.definitions();
  const kinds = new Map<string, NamedKind>();
  for (const name of names) {
    const definition = findDefinition(definitions, name);
    const { type, defaultNamespace } = definition;
    kinds.set(type, { type, namespace: namespace || defaultNamespace, definition });
  }
  return [...kinds.values()];
}
