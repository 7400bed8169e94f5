/**
 * Resolves resource types given on the command line.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import type { Kind, ResourceReader } from "./client.ts";
import { type Definition, findDefinition, isNamed } from "./definitions.ts";
import { knownKind } from "./known_types.ts";

/** A kind with its definition. */
export interface NamedKind extends Kind {
  readonly definition: Definition;
}

/** Splits a list such as `members,services` into distinct names. */
export function splitNames(list: string): string[] {
  const [, type, id] = /^([^,/]+)\/([^,/]+)$/.exec(list.trim()) ?? [];
  if (id !== undefined) {
    throw new OsctlError("usage", `"${list}" is not a resource type`, {
      hint: `use "osctl get ${shellQuoted(type!)} ${shellQuoted(id)}"`,
    });
  }
  const names = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
  if (names.length > 0) return [...new Set(names)];
  throw new OsctlError("usage", `no resource type in "${list}"`, {
    hint: 'list the types with "osctl get rd"',
  });
}

/**
 * Finds the distinct kinds of the names.
 *
 * @param namespace Namespace of the resources; empty for the default of each type.
 * @throws {OsctlError} of kind `input` for an unknown or ambiguous name.
 */
export async function findKinds(
  reader: ResourceReader,
  names: readonly string[],
  namespace: string,
): Promise<NamedKind[]> {
  const known = await Promise.all(names.map((name) => readKnown(reader, name)));
  const kinds = new Map<string, NamedKind>();
  for (const [index, name] of names.entries()) {
    const definition = known[index] ?? await findDefinition(await reader.definitions(), name);
    const { type, defaultNamespace } = definition;
    kinds.set(type, { type, namespace: namespace || defaultNamespace, definition });
  }
  return [...kinds.values()];
}

/** Reads the definition of a type without the others, when the name stands for it on most nodes. */
async function readKnown(
  reader: ResourceReader,
  name: string,
): Promise<Definition | undefined> {
  const known = knownKind(name);
  const sent = known && await reader.definition(known.type);
  const definition = await sent?.read();
  return definition !== undefined && isNamed(definition, name) ? definition : undefined;
}
