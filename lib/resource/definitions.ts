/**
 * Resource definitions: which types of resources a node knows, and by which names.
 *
 * @module
 */
import { nearestOf } from "./nearest.ts";
import { OsctlError } from "../errors.ts";
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
}

/** Where definitions are. */
export const DEFINITIONS = { namespace: "meta", type: "ResourceDefinitions.meta.cosi.dev" };

/** The definition a resource holds. */
export function definitionOf(resource: Resource): Definition {
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
  const full = definitions.find(({ type }) => type.toLowerCase() === wanted);
  if (full !== undefined) return full;
  const found = definitions.filter(({ allAliases }) =>
    allAliases.some((alias) => alias.toLowerCase() === wanted)
  );
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
  const near = nearestOf(wanted, [...typeOf.keys()]);
  // Several names of one type are one guess.
  const guesses = near.filter((name, index) =>
    !near.slice(0, index).some((other) => typeOf.get(other) === typeOf.get(name))
  );
  const guess = guesses.map((name) => `"${name}"`).join(" or ");
  throw new OsctlError("input", `no resource type has the name "${name}"`, {
    hint: guess === "" ? 'list the types with "osctl get rd"' : `did you mean ${guess}`,
  });
}
