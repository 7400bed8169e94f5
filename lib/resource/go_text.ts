/**
 * Values as Go's `fmt` prints them.
 *
 * @module
 */
import { compactJson } from "./go_json.ts";
import { Decimal, isList, isMap, Timestamp, type Value } from "./value.ts";

/** A decimal number: with an exponent below 1e-4 and from 1e+06, as `%v` does. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [mantissa, power] = value.toExponential().split("e") as [string, string];
  const exponent = Number(power);
  // JavaScript writes numbers of this range without an exponent too.
  if (value === 0 || (exponent >= -4 && exponent < EXPONENT_FROM)) return String(value);
  const sign = exponent < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

const EXPONENT_FROM = 6;

/**
 * The text of a value in a table or for a script: texts as they are, what has parts as JSON.
 *
 * @param nothing What stands for null.
 */
export function goText(value: Value, nothing: string): string {
  if (typeof value === "string") return value;
  if (value === null) return nothing;
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : floatText(value);
  if (value instanceof Decimal) return floatText(value.value);
  if (value instanceof Timestamp || isList(value) || isMap(value)) return compactJson(value);
  return String(value);
}
