/**
 * A machine configuration as plain data, without comments and key order.
 *
 * @module
 */
import type { DocumentType } from "./schema/types.ts";

/** A value of a configuration. Numbers beyond the exact range of `number` are `bigint`. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value };

/** The content of a document or object, by field. */
export type Data = { readonly [name: string]: Value };

/** Reports whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Reports whether a value is a map. */
export function isMap(value: Value | undefined): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One document. Its data has no `apiVersion` and `kind`: `type` implies them. */
export interface ConfigDocument {
  readonly type: DocumentType;
  readonly data: Data;
}

/** Returns `base` with the values of `more`: maps are merged, everything else is replaced. */
export function mergeData(base: Data, more: Data): Data {
  const merged = Object.entries(more).map(([name, value]) => {
    const old = base[name];
    return [name, isMap(old) && isMap(value) ? mergeData(old, value) : value] as const;
  });
  return { ...base, ...Object.fromEntries(merged) };
}

/** Returns a map in data by its name; empty when it is missing or has another type. */
export function sectionOf(data: Data, name: string): Data {
  const value = data[name];
  return isMap(value) ? value : {};
}
