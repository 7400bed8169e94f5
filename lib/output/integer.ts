/**
 * 64-bit integers without loss of precision.
 *
 * @module
 */

/** The representation of a 64-bit integer in decoded messages: two 32-bit halves. */
export interface Int64Halves {
  readonly low: number;
  readonly high: number;
  readonly unsigned: boolean;
}

/** An integer field of a message; an absent one is 0. */
export type Integer = number | bigint | Int64Halves | null | undefined;

/** Upper halves below this give integers below 2^53, which a number holds exactly. */
const SAFE_HIGH = 2 ** 21;

/** Converts to a number where that is exact, else to a bigint. */
export function toExactInteger(value: Integer): number | bigint {
  if (value === null || value === undefined) return 0;
  if (typeof value !== "object") return value;
  const { low, high, unsigned } = value;
  if (unsigned ? high >>> 0 < SAFE_HIGH : high >= -SAFE_HIGH && high < SAFE_HIGH) {
    return high * 2 ** 32 + (low >>> 0);
  }
  const upper = BigInt(unsigned ? high >>> 0 : high | 0);
  return (upper << 32n) | BigInt(low >>> 0);
}
