/**
 * What a resource type is: its names, where it lives, how it prints. The tables beside this file are
 * written in these terms.
 *
 * @module
 */
import { DOMAIN } from "../../../distribution.ts";
import type { Spec } from "../resource.ts";
import { encodeFields, type Fields } from "../spec_message.ts";
import { yamlText, type YamlValue } from "../yaml_text.ts";

/** A column of a table: heading, and where in the spec its value is (Kubernetes JSONPath). */
export type Column = readonly [name: string, jsonPath: string];

/** A row of the tables. */
export interface DefinitionRow<S> {
  /** The type without the domain that all of them share, for example `LinkStatuses.net`. */
  readonly name: string;
  /** Where resources of the type live unless somebody asks for another namespace. */
  readonly namespace: string;
  /** Names of its own, beside those that follow from the type. */
  readonly aliases?: readonly string[];
  readonly columns?: readonly Column[];
  /** Whether only administrators may see it. */
  readonly sensitive?: boolean;
  /** The spec as a protobuf message: the fields of a map, or how any other spec is written. */
  readonly message: Fields<S> | ((spec: S) => Uint8Array);
}

/** A resource type with everything that follows from its row. */
export interface Definition<S = unknown> {
  /** For example `LinkStatuses.net.example.org`. */
  readonly type: string;
  /** For example `LinkStatus`. */
  readonly displayType: string;
  readonly namespace: string;
  /** The names people use, the type's own first. */
  readonly aliases: readonly string[];
  /** Everything the type answers to, lower case. */
  readonly allAliases: readonly string[];
  readonly columns: readonly Column[];
  readonly sensitive: boolean;
  /** A spec of this type in all its forms. */
  spec(value: S): Spec;
}

/** Completes a row whose type is in the domain of the operating system. */
export function define<S>(row: DefinitionRow<S>): Definition<S> {
  return defineType(`${row.name}.${DOMAIN}`, row);
}

/** Completes a row under a type of its own. */
export function defineType<S>(type: string, row: DefinitionRow<S>): Definition<S> {
  const { message } = row;
  const [name = "", ...suffix] = type.split(".");
  const displayType = singular(name);
  const aliases = [...row.aliases ?? [], displayType.toLowerCase(), ...initials(name)];
  const prefixes = suffix.map((_, length) =>
    [name.toLowerCase(), ...suffix.slice(0, length)].join(".")
  );
  return {
    type,
    displayType,
    namespace: row.namespace,
    aliases,
    allAliases: [...prefixes, ...aliases],
    columns: row.columns ?? [],
    sensitive: row.sensitive ?? false,
    spec: (value) => ({
      value,
      yaml: yamlText(value as YamlValue),
      proto: typeof message === "function" ? message(value) : encodeFields(message, value),
    }),
  };
}

/** The id under which a type's definition is found. */
export function definitionId(type: string): string {
  return type.toLowerCase();
}

/** One of what a plural names, by the endings that occur: `Statuses`, `Identities`, `Links`. */
function singular(plural: string): string {
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  return plural.replace(/(?:(?<=s|x|ch|sh)e)?s$/, "");
}

/** The capitals of a name of several words, alone and as a plural. */
function initials(name: string): string[] {
  const capitals = name.replaceAll(/[^A-Z]/g, "").toLowerCase();
  if (capitals.length < 2) return [];
  return capitals.endsWith("s") ? [capitals] : [capitals, `${capitals}s`];
}
