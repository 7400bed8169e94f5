/**
 * 64-bit numbers without loss.
 *
 * @module
 */

/** Two 32-bit halves, as decoded messages hold 64-bit numbers. */
export interface Halves {
  readonly low: number;
  readonly high: number;
  readonly unsigned: boolean;
}

/** A whole number as a message may hold it; nothing means 0. */
export type Integer = number | bigint | Halves | null | undefined;

/** Above this, the upper half makes a number too large to be exact. */
const EXACT_HIGH = 2 ** 21;

/** The exact value: a number where that is exact, else a bigint. */
export function exactInteger(value: Integer): number | bigint {
  if (value === null || value === undefined) return 0;
  if (typeof value !== "object") return value;
  const { low, high, unsigned } = value;
  if (unsigned ? high >>> 0 < EXACT_HIGH : high >= -EXACT_HIGH && high < EXACT_HIGH) {
    return high * 2 ** 32 + (low >>> 0);
  }
  const upper = BigInt(unsigned ? high >>> 0 : high | 0);
  return (upper << 32n) | BigInt(low >>> 0);
}
