/**
 * What an unquoted text means in the specs of resources, which Go writes and reads.
 *
 * @module
 */
import { plainNumber, plainTime, readPlain } from "../yaml/plain.ts";
import { Decimal, Timestamp, type Value } from "./value.ts";

/** The value of an unquoted text. */
export function resolvePlain(text: string): Value {
  const value = readPlain(text);
  if (typeof value === "string") {
    const time = plainTime(text);
    return time === undefined ? text : new Timestamp(time);
  }
  if (typeof value !== "number") return value;
  if (!Number.isFinite(value)) return new Decimal(value);
  // Go tells apart 1 and 1.0.
  return Number.isInteger(value) && !plainNumber(text)!.isWhole ? new Decimal(value) : value;
}
