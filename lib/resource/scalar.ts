/**
 * Resolves plain scalars in specs like Go's YAML library.
 *
 * @module
 */
import { plainNumber, plainTime, readPlain } from "../yaml/plain.ts";
import { Decimal, Timestamp, type Value } from "../output/value.ts";

/** Resolves a plain scalar. */
export function resolvePlain(text: string): Value {
  const value = readPlain(text);
  if (typeof value === "string") {
    const time = plainTime(text);
    return time === undefined ? text : new Timestamp(time);
  }
  if (typeof value !== "number") return value;
  if (!Number.isFinite(value)) return new Decimal(value);
  // Go distinguishes 1 and 1.0.
  return Number.isInteger(value) && !plainNumber(text)!.isWhole ? new Decimal(value) : value;
}
