/**
 * Definitions of resource types: names, namespace, columns and encoding.
 *
 * @module
 */
import { DOMAIN } from "../../../distribution.ts";
import type { Spec } from "../resource.ts";
import { encodeFields, type Fields } from "../encode_fields.ts";
import { yamlText, type YamlValue } from "../yaml_text.ts";

/** A table column: heading, and the JSONPath of its value in the spec (Kubernetes dialect). */
export type Column = readonly [name: string, jsonPath: string];

/** The declared part of a definition. */
export interface DefinitionRow<S> {
  /** The type without domain, for example `LinkStatuses.net`. */
  readonly name: string;
  /** Default namespace. */
  readonly namespace: string;
  /** Aliases in addition to those derived from the type. */
  readonly aliases?: readonly string[];
  readonly columns?: readonly Column[];
  /** Whether only role `os:admin` may read it. */
  readonly sensitive?: boolean;
  /** Protobuf encoding: the fields of an object, or an encoder of any other spec. */
  readonly message: Fields<S> | ((spec: S) => Uint8Array);
  /** YAML encoding; default the canonical one. */
  readonly yaml?: (spec: S) => string;
}

/** A resource type. */
export interface Definition<S = unknown> {
  /** For example `LinkStatuses.net.example.org`. */
  readonly type: string;
  /** For example `LinkStatus`. */
  readonly displayType: string;
  readonly namespace: string;
  /** Short names; declared ones first. */
  readonly aliases: readonly string[];
  /** All accepted names, lower case. */
  readonly allAliases: readonly string[];
  readonly columns: readonly Column[];
  readonly sensitive: boolean;
  /** Creates a spec in all its encodings. */
  spec(value: S): Spec;
}

/** Defines a resource type in the domain of the operating system. */
export function define<S>(row: DefinitionRow<S>): Definition<S> {
  return defineType(`${row.name}.${DOMAIN}`, row);
}

/** Defines a resource type with its full name. */
export function defineType<S>(type: string, row: DefinitionRow<S>): Definition<S> {
  const { message, yaml = (value: S) => yamlText(value as YamlValue) } = row;
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
      yaml: yaml(value),
      proto: typeof message === "function" ? message(value) : encodeFields(message, value),
    }),
  };
}

/** Returns the resource id of a type's definition. */
export function definitionId(type: string): string {
  return type.toLowerCase();
}

/** Returns the singular, for the plural forms in use: `Statuses`, `Identities`, `Links`. */
function singular(plural: string): string {
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  return plural.replace(/(?:(?<=s|x|ch|sh)e)?s$/, "");
}

/** Returns the initials of a camel-case name, singular and plural. */
function initials(name: string): string[] {
  const capitals = name.replaceAll(/[^A-Z]/g, "").toLowerCase();
  if (capitals.length < 2) return [];
  return capitals.endsWith("s") ? [capitals] : [capitals, `${capitals}s`];
}
