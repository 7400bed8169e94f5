/**
 * The flag table: what a flag is, in one place. Parsing, help, completion, the interface test and
 * the documentation read these definitions; nothing else lists flags.
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

/** Names of the value completers a flag or an argument can ask for. */
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
  | "role";

/** A default that differs between interface releases. */
export type PerRelease<T> = Readonly<Record<Release, T>>;

/** What every flag states, whatever its type. */
export interface FlagOptions<T> {
  /** One line for the help text: starts lower case, no full stop. */
  help: string;
  /** The one-character name. */
  short?: string;
  /** The value when the flag is not given; the zero value of the type when left out. */
  default?: T | PerRelease<T>;
  /** The first interface release that has it. */
  since?: Release;
  /** The last interface release that has it. */
  until?: Release;
  /** Ours, beyond the interface: exists in every release, left out of the interface comparison. */
  extra?: true;
  /** Accepted, but neither listed in help nor completed. */
  hidden?: true;
  /** What the value is called in help (`<path>`); the type's name when left out. */
  placeholder?: string;
  /** The allowed values, for a `string` that the interface does not call an enum. */
  values?: readonly string[];
  /** Any value that starts like this is allowed beside `values`; the command judges it. */
  open?: string;
  /** Rejects an empty list and blank items: an unset shell variable must not mean the default. */
  nonEmpty?: true;
  /** How the value is completed in a shell. */
  complete?: CompleterName;
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

/** The values a story receives for a flag table. */
export type FlagValues<Table extends FlagTable> = {
  [Key in keyof Table]: Table[Key] extends Flag<infer T> ? T : never;
};

/** The kebab-case name under which a table's key is typed: `k8sEndpoint` is `k8s-endpoint`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A flag without a value; also accepts `--name=true|false|1|0|t|f`. */
export function bool(options: FlagOptions<boolean>): Flag<boolean> {
  return { ...options, type: "bool", zero: false };
}

/** One text. */
export function string(options: FlagOptions<string>): Flag<string> {
  return { ...options, type: "string", zero: "" };
}

/** A list: comma-separated with CSV quoting, or repeated, or both. */
export function strings(options: FlagOptions<readonly string[]>): Flag<readonly string[]> {
  return { ...options, type: "strings", zero: [] };
}

/** A list: repeated only, commas are part of a value. */
export function stringArray(options: FlagOptions<readonly string[]>): Flag<readonly string[]> {
  return { ...options, type: "stringArray", zero: [] };
}

/** A 64-bit whole number within the exact range of a JavaScript number. */
export function int(options: FlagOptions<number>): Flag<number> {
  return { ...options, type: "int", zero: 0 };
}

/** A 32-bit whole number. */
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

/** One of a fixed set of values. The default may be a further one that cannot be typed. */
export function oneOf<const V extends string, const D extends string = V>(
  values: readonly V[],
  options: FlagOptions<V | D> & { default: D | PerRelease<D> },
): Flag<V | D> {
  return { ...options, type: "enum", values, zero: values[0]! };
}
