/**
 * Keys that compare in natural order: sorting thousands of rows must not delay a key.
 *
 * @module
 */

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PARTS = /\d+|\D+/g;

/** A text with its parts. */
export interface NaturalKey {
  /** The value of a text that is a number. */
  readonly number: number | undefined;
  readonly parts: readonly (string | number)[];
}

/** Splits a text once for many comparisons. */
export function toNaturalKey(value: string | number | bigint): NaturalKey {
  if (typeof value !== "string") return { number: Number(value), parts: [] };
  return {
    number: NUMBER.test(value) ? Number(value) : undefined,
    parts: (value.match(PARTS) ?? []).map((part) =>
      part.charCodeAt(0) >= 0x30 && part.charCodeAt(0) <= 0x39 ? Number(part) : part
    ),
  };
}

/** Compares two keys: numbers by value, texts by their parts, `eth2` before `eth10`. */
export function compareKeys(a: NaturalKey, b: NaturalKey): number {
  if (a.number !== undefined && b.number !== undefined && a.number !== b.number) {
    return a.number < b.number ? -1 : 1;
  }
  const length = Math.min(a.parts.length, b.parts.length);
  for (let index = 0; index < length; index++) {
    const left = a.parts[index]!;
    const right = b.parts[index]!;
    if (left === right) continue;
    if (typeof left === typeof right) return left < right ? -1 : 1;
    return String(left) < String(right) ? -1 : 1;
  }
  return a.parts.length - b.parts.length;
}
