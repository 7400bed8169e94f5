/**
 * Natural order of texts: numbers in them compare numerically.
 *
 * @module
 */

import { compareCodePoints } from "./value.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PARTS = /\d+|\D+/g;

/** Compares in natural order: `10.5.0.9` before `10.5.0.10`. */
export function compareNatural(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) {
    const difference = Number(a) - Number(b);
    if (difference !== 0) return difference;
  }
  const [left, right] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = /^\d/.test(part) && /^\d/.test(other)
      ? part.length === other.length ? compareCodePoints(part, other) : compareIntegers(part, other)
      : compareCodePoints(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareIntegers(a: string, b: string): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : a.length - b.length;
}
