/**
 * Flag definitions. Parsing, help, completion, the interface test and the documentation read them.
 *
 * @module
 */
import type { Release } from "../distribution.ts";

/** The value types of the interface. */
export type FlagType =
  | "bool"
  | "string"
  | "strings"
  | "stringArray"
  | "int"
  | "int32"
  | "float"
  | "duration"
  | "enum";

/** Names of completers for values of flags and arguments. */
export type CompleterName =
  | "context"
  | "node"
  | "remotePath"
  | "service"
  | "container"
  | "pod"
  | "image"
  | "resourceType"
  | "resourceId"
  | "schemaPath"
  | "localFile"
  | "localFolder"
  | "cluster"
  | "preference"
  | "alias"
  | "role"
  | "jsonCommand"
  | "column"
  | "sortColumn"
  | "field"
  | "etcdMember"
  | "blockDevice"
  | "faultAction"
  | "clusterNode"
  | "method"
  | "statusCode";

/** A value per interface release. */
export type PerRelease<T> = Readonly<Record<Release, T>>;

/** Options of a flag of any type. */
export interface FlagOptions<T> {
  /** Help text: one phrase, lower case, no full stop. */
  help: string;
  /** The one-character name. */
  short?: string;
  /** Default; the zero value of the type when absent. */
  default?: T | PerRelease<T>;
  /** First interface release with the flag. */
  since?: Release;
  /** Last interface release with the flag. */
  until?: Release;
  /** Outside of the interface: exists in every release, ignored by the interface comparison. */
  extra?: true;
  /** Hidden from help and completion. */
  hidden?: true;
  /** Placeholder of the value in help (`<path>`); the type's name when absent. */
  placeholder?: string;
  /** Allowed values, for a `string` that is not an enum in the interface. */
  values?: readonly string[];
  /**
   * Values allowed beside `values` that are outside of the interface. One that ends in `=` is a prefix;
   * the command validates the text after it.
   */
  extraValues?: readonly string[];
  /** Rejects an empty list and blank items: an unset shell variable must not select the default. */
  nonEmpty?: true;
  /** Values of a `strings` flag that are one item, commas and quotes included. */
  unsplit?: RegExp;
  /** Completer of the value. */
  complete?: CompleterName;
  /** Heading of the flag in help; flags without one come first. */
  section?: string;
}

/** A flag of value type `T`. The flag's name is its key in the table, in kebab case. */
export interface Flag<T> extends FlagOptions<T> {
  readonly type: FlagType;
  /** The zero value, used when no default is stated. Also ties `T` to the flag. */
  readonly zero: T;
}

/** A table of flags: camelCase key to definition. */
// deno-lint-ignore no-explicit-any -- a table mixes value types; each entry keeps its own
export type FlagTable = Readonly<Record<string, Flag<any>>>;

/** Flag values passed to a handler. */
export type FlagValues<Table extends FlagTable> = {
  [Key in keyof Table]: Table[Key] extends Flag<infer T> ? T : never;
};

/** Returns a table whose flags have a heading of their own in help. */
export function inSection<Table extends FlagTable>(section: string, table: Table): Table {
  const entries = Object.entries(table).map(([key, flag]) => [key, { ...flag, section }]);
  return Object.fromEntries(entries);
}

/** Returns flags by heading, in order of appearance; those without a heading first. */
export function groupBySection<Item>(
  items: readonly Item[],
  sectionOf: (item: Item) => string | undefined,
): (readonly [section: string | undefined, items: readonly Item[]])[] {
  const groups = Map.groupBy(items, sectionOf);
  const titles = [...groups.keys()].filter((title) => title !== undefined);
  return [undefined, ...titles].map((title) => [title, groups.get(title) ?? []]);
}

/** Returns the kebab-case flag name of a table's key: `k8sEndpoint` is `k8s-endpoint`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A boolean flag; also accepts `--name=true|false|1|0|t|f`. */
export function bool(options: FlagOptions<boolean>): Flag<boolean> {
  return { ...options, type: "bool", zero: false };
}

/** A string. */
export function string(options: FlagOptions<string>): Flag<string> {
  return { ...options, type: "string", zero: "" };
}

/** A list: comma-separated with CSV quoting, repeated, or both. */
export function strings(options: FlagOptions<readonly string[]>): Flag<readonly string[]> {
  return { ...options, type: "strings", zero: [] };
}

/** A list: repeated only; commas are part of a value. */
export function stringArray(options: FlagOptions<readonly string[]>): Flag<readonly string[]> {
  return { ...options, type: "stringArray", zero: [] };
}

/** An integer within the safe range of a JavaScript number. */
export function int(options: FlagOptions<number>): Flag<number> {
  return { ...options, type: "int", zero: 0 };
}

/** A 32-bit integer. */
export function int32(options: FlagOptions<number>): Flag<number> {
  return { ...options, type: "int32", zero: 0 };
}

/** A decimal number. */
export function float(options: FlagOptions<number>): Flag<number> {
  return { ...options, type: "float", zero: 0 };
}

/** A Go duration (`1h30m`, `90s`, `500ms`), as milliseconds. */
export function duration(options: FlagOptions<number>): Flag<number> {
  return { ...options, type: "duration", zero: 0 };
}

/** The texts of an extra value; see {@linkcode FlagOptions.extraValues}. */
type ExtraText<E extends string> = E extends `${string}=` ? `${E}${string}` : E;

/** One of a fixed set of values. The default may be another value. */
export function oneOf<
  const V extends string,
  const D extends string = V,
  const E extends string = never,
>(
  values: readonly V[],
  options: Omit<FlagOptions<string>, "default" | "extraValues"> & {
    default: D | PerRelease<D>;
    extraValues?: readonly E[];
  },
): Flag<V | D | ExtraText<E>> {
  return { ...options, type: "enum", values, zero: values[0]! };
}
