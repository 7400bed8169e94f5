/**
 * Resource definitions: which types of resources a node knows, and by which names.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { nearestMatches } from "../output/nearest.ts";
import type { Resource } from "./resource.ts";
import { isList, isMap, type Value } from "./value.ts";
import { specOf } from "./document.ts";

/** A column that a table of a type has. */
export interface PrintColumn {
  readonly name: string;
  /** A template over the spec. */
  readonly path: string;
}

/** What a node says about a type of resources. */
export interface Definition {
  /** The full name, for example `Members.cluster.talos.dev`. */
  readonly type: string;
  /** The name in tables, for example `Member`. */
  readonly displayType: string;
  /** Where resources of this type are, unless somebody says otherwise. */
  readonly defaultNamespace: string;
  /** Short names. */
  readonly aliases: readonly string[];
  /** Every name it goes by beside the full one: short names, and beginnings of the full one. */
  readonly allAliases: readonly string[];
  readonly columns: readonly PrintColumn[];
  /**
   * What it was read from, in lower case. Reading hundreds to find one would take longer than the
   * rest of a call; one without the name in its text can be passed over.
   */
  readonly source?: string;
}

/** Where definitions are. */
export const DEFINITIONS = { namespace: "meta", type: "ResourceDefinitions.meta.cosi.dev" };

/** The definition a resource holds; it is read when something of it is asked for. */
export function definitionOf(resource: Resource): Definition {
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
    columns: (isList(columns) ? columns : []).filter(isMap).map((column) => ({
      name: text(column["name"]),
      path: text(column["jsonPath"]),
    })),
  };
}

/**
 * The definition that goes by a name, in any case of letters.
 *
 * @throws {OsctlError} of kind `input` when none or several do, with names that would do.
 */
export function findDefinition(definitions: readonly Definition[], name: string): Definition {
  const wanted = name.toLowerCase();
  const likely = definitions.filter(({ source }) => source?.includes(wanted) ?? true);
  let found = called(likely, wanted);
  // A text may spell a name in its own way.
  if (found.length === 0) found = called(definitions, wanted);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const types = found.map(({ type }) => type).join(", ");
    throw new OsctlError("input", `"${name}" can mean several resource types: ${types}`, {
      hint: "write one of them in full",
    });
  }
  const typeOf = new Map(
    definitions.flatMap(({ type, allAliases }) =>
      [...allAliases, type].map((alias) => [alias.toLowerCase(), type] as const)
    ),
  );
  const near = nearestMatches(wanted, [...typeOf.keys()]);
  // Several names of one type are one guess.
  const guesses = near.filter((name, index) =>
    !near.slice(0, index).some((other) => typeOf.get(other) === typeOf.get(name))
  );
  const guess = guesses.map((name) => `"${name}"`).join(" or ");
  throw new OsctlError("input", `no resource type has the name "${name}"`, {
    hint: guess === "" ? 'list the types with "osctl get rd"' : `did you mean ${guess}`,
  });
}

/** Those of this full name, else those that go by it. */
function called(definitions: readonly Definition[], wanted: string): readonly Definition[] {
  const full = definitions.find(({ type }) => type.toLowerCase() === wanted);
  if (full !== undefined) return [full];
  return definitions.filter(({ allAliases }) =>
    allAliases.some((alias) => alias.toLowerCase() === wanted)
  );
}
