/**
 * Resource definitions: the resource types of a node and their names.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { nearestMatches } from "../output/nearest.ts";
import type { Resource } from "./resource.ts";
import { isList, isMap, type Value } from "../output/value.ts";
import { specOf } from "./document.ts";

/** A table column of a resource type. */
export interface PrintColumn {
  readonly name: string;
  /** JSONPath template for the spec. */
  readonly path: string;
}

/** A resource definition. */
export interface Definition {
  /** Full name, such as `Members.cluster.talos.dev`. */
  readonly type: string;
  /** Name in tables, such as `Member`. */
  readonly displayType: string;
  /** Namespace used unless another one is requested. */
  readonly defaultNamespace: string;
  /** Short names. */
  readonly aliases: readonly string[];
  /** All names except the full one: short names and prefixes of the full name. */
  readonly allAliases: readonly string[];
  readonly columns: readonly PrintColumn[];
  /** Whether its resources hold secrets. */
  readonly isSensitive: boolean;
}

/** A definition as sent by a node. Parsing hundreds of them takes longer than the call itself. */
export interface SentDefinition {
  /** Its YAML in lower case; definitions without the searched name in it are not parsed. */
  readonly source: string;
  /** Parses it once. */
  read(): Promise<Definition>;
}

/** Namespace and type of definitions. */
export const DEFINITIONS = { namespace: "meta", type: "ResourceDefinitions.meta.cosi.dev" };

/** Converts a resource to a definition, which is parsed at its first use. */
export function toDefinition(resource: Resource): SentDefinition {
  let known: Promise<Definition> | undefined;
  return {
    source: resource.yaml.toLowerCase(),
    read: () => known ??= readDefinition(resource),
  };
}

async function readDefinition(resource: Resource): Promise<Definition> {
  const spec = await specOf(resource);
  const field = (name: string): Value | undefined => isMap(spec) ? spec[name] : undefined;
  const text = (value: Value | undefined) => typeof value === "string" ? value : "";
  const texts = (value: Value | undefined) => isList(value) ? value.map(text) : [];
  const columns = field("printColumns");
  return {
    type: text(field("type")),
    displayType: text(field("displayType")),
    defaultNamespace: text(field("defaultNamespace")),
    aliases: texts(field("aliases")),
    allAliases: texts(field("allAliases")),
    isSensitive: field("sensitivity") === "sensitive",
    columns: (isList(columns) ? columns : []).filter(isMap).map((column) => ({
      name: text(column["name"]),
      path: text(column["jsonPath"]),
    })),
  };
}

/**
 * Finds a definition by name, ignoring case.
 *
 * @throws {OsctlError} of kind `input` when none or several match; the hint has similar names.
 */
export async function findDefinition(
  sent: readonly SentDefinition[],
  name: string,
): Promise<Definition> {
  const wanted = name.toLowerCase();
  const likely = sent.filter(({ source }) => source.includes(wanted));
  let found = filterByName(await readAll(likely), wanted);
  // The YAML of a definition can contain a name in escaped form.
  if (found.length === 0) found = filterByName(await readAll(sent), wanted);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const types = found.map(({ type }) => type).join(", ");
    throw new OsctlError("input", `ambiguous resource type "${name}": ${types}`, {
      hint: "use the full name",
    });
  }
  const typeOf = new Map(
    (await readAll(sent)).flatMap(({ type, allAliases }) =>
      [...allAliases, type].map((alias) => [alias.toLowerCase(), type] as const)
    ),
  );
  const near = nearestMatches(wanted, [...typeOf.keys()]);
  // One suggestion for each type.
  const guesses = near.filter((name, index) =>
    !near.slice(0, index).some((other) => typeOf.get(other) === typeOf.get(name))
  );
  const guess = guesses.map((name) => `"${name}"`).join(" or ");
  const all = 'list the types with "osctl get rd"';
  throw new OsctlError("input", `unknown resource type "${name}"`, {
    // A short alias of a type that the node lacks resembles others by chance.
    hint: [guess && `did you mean ${guess}`, wanted.length < 4 || guess === "" ? all : ""]
      .filter((part) => part !== "").join("; "),
  });
}

function readAll(definitions: readonly SentDefinition[]): Promise<Definition[]> {
  return Promise.all(definitions.map((definition) => definition.read()));
}

/** Returns whether a name stands for a definition. */
export function isNamed(definition: Definition, name: string): boolean {
  return filterByName([definition], name.toLowerCase()).length > 0;
}

/** Returns the definition with the full name, else all with the alias. */
function filterByName(definitions: readonly Definition[], wanted: string): readonly Definition[] {
  const full = definitions.find(({ type }) => type.toLowerCase() === wanted);
  if (full !== undefined) return [full];
  return definitions.filter(({ allAliases }) =>
    allAliases.some((alias) => alias.toLowerCase() === wanted)
  );
}
