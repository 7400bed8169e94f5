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
  /**
   * The definition's YAML in lower case. Parsing hundreds of definitions takes longer than the call
   * itself, so those without the searched name in their text are not parsed.
   */
  readonly source?: string;
}

/** Namespace and type of definitions. */
export const DEFINITIONS = { namespace: "meta", type: "ResourceDefinitions.meta.cosi.dev" };

/** Converts a resource to a definition, which is parsed at its first use. */
export function toDefinition(resource: Resource): Definition {
  let known: Definition | undefined;
  const read = () => known ??= readDefinition(resource);
  return {
    source: resource.yaml.toLowerCase(),
    get type() {
      return read().type;
    },
    get displayType() {
      return read().displayType;
    },
    get defaultNamespace() {
      return read().defaultNamespace;
    },
    get aliases() {
      return read().aliases;
    },
    get allAliases() {
      return read().allAliases;
    },
    get columns() {
      return read().columns;
    },
    get isSensitive() {
      return read().isSensitive;
    },
  };
}

function readDefinition(resource: Resource): Definition {
  const spec = specOf(resource);
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
export function findDefinition(definitions: readonly Definition[], name: string): Definition {
  const wanted = name.toLowerCase();
  const likely = definitions.filter(({ source }) => source?.includes(wanted) ?? true);
  let found = filterByName(likely, wanted);
  // The YAML of a definition can contain a name in escaped form.
  if (found.length === 0) found = filterByName(definitions, wanted);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const types = found.map(({ type }) => type).join(", ");
    throw new OsctlError("input", `ambiguous resource type "${name}": ${types}`, {
      hint: "use the full name",
    });
  }
  const typeOf = new Map(
    definitions.flatMap(({ type, allAliases }) =>
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

/** Returns the definition with the full name, else all with the alias. */
function filterByName(definitions: readonly Definition[], wanted: string): readonly Definition[] {
  const full = definitions.find(({ type }) => type.toLowerCase() === wanted);
  if (full !== undefined) return [full];
  return definitions.filter(({ allAliases }) =>
    allAliases.some((alias) => alias.toLowerCase() === wanted)
  );
}
