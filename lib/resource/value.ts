/**
 * What a resource holds: the values of YAML as Go sees them. Go tells whole numbers from decimal
 * ones and points in time from texts, and writes each in its own way.
 *
 * @module
 */

/** Any value. */
export type Value =
  | null
  | boolean
  /** A whole number that is exact, or a decimal one that is not whole. */
  | number
  /** A whole number beyond 2^53. */
  | bigint
  | string
  | Decimal
  | Timestamp
  | readonly Value[]
  | ValueMap;

/** A map with texts as keys. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/** A decimal number without a fraction, or one that is not finite: Go writes it unlike a whole one. */
export class Decimal {
  constructor(readonly value: number) {}
}

/** A point in time. */
export class Timestamp {
  /** @param text RFC 3339, with as many digits of the second as it needs. */
  constructor(readonly text: string) {}
}

/** Whether a value is a map. */
export function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Decimal) && !(value instanceof Timestamp);
}

/** Whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** The keys of a map in the order of Go: by bytes, which is by code points. */
export function sortedKeys(map: ValueMap): string[] {
  const keys = Object.keys(map);
  return keys.every((key) => ASCII.test(key)) ? keys.sort() : keys.sort(byCodePoints);
}

// deno-lint-ignore no-control-regex -- the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** Compares texts by code points. */
export function byCodePoints(a: string, b: string): number {
  const others = b[Symbol.iterator]();
  for (const char of a) {
    const other = others.next();
    if (other.done) return 1;
    const difference = char.codePointAt(0)! - other.value.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return others.next().done ? 0 : -1;
}
