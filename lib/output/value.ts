/**
 * Values of a resource's spec, with the types that Go's YAML decoder distinguishes: integers and
 * floats, strings and timestamps.
 *
 * @module
 */

import type { FieldValue } from "./records.ts";

/** A value of a spec. */
export type Value =
  | null
  | boolean
  /** An integer up to 2^53, or a float with a fraction. */
  | number
  /** An integer above 2^53. */
  | bigint
  | string
  | Decimal
  | Timestamp
  | readonly Value[]
  | ValueMap;

/** A map with string keys. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/**
 * A float without a fraction, or a non-finite one, which Go formats differently from an integer.
 */
export class Decimal {
  constructor(readonly value: number) {}
}

/** A YAML timestamp. */
export class Timestamp {
  /** @param text RFC 3339, without trailing zeros in the fraction. */
  constructor(readonly text: string) {}
}

/** Reports whether a value is a map. */
export function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Decimal) && !(value instanceof Timestamp);
}

/** Reports whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Converts a value to a value of a record, without Go's types. */
export function toFieldValue(value: Value): FieldValue {
  if (value instanceof Decimal) return value.value;
  if (value instanceof Timestamp) return value.text;
  if (isList(value)) return value.map(toFieldValue);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, toFieldValue(member)]),
  );
}

/** Returns the keys of a map in Go's order: by UTF-8 bytes, which is by code points. */
export function sortedKeys(map: ValueMap): string[] {
  const keys = Object.keys(map);
  return keys.every((key) => ASCII.test(key)) ? keys.sort() : keys.sort(compareCodePoints);
}

// deno-lint-ignore no-control-regex -- the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** Compares strings by code points. */
export function compareCodePoints(a: string, b: string): number {
  const others = b[Symbol.iterator]();
  for (const char of a) {
    const other = others.next();
    if (other.done) return 1;
    const difference = char.codePointAt(0)! - other.value.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return others.next().done ? 0 : -1;
}
