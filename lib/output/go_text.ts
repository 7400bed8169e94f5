/**
 * Values in the format of Go's `fmt`.
 *
 * @module
 */
import { floatText } from "../yaml/float.ts";
import { compactJson } from "./go_json.ts";
import { Decimal, isList, isMap, Timestamp, type Value } from "./value.ts";

/**
 * Formats a value for tables and JSONPath: strings unquoted, lists and maps as JSON.
 *
 * @param nothing Replaces null.
 */
export function goText(value: Value, nothing: string): string {
  if (typeof value === "string") return value;
  if (value === null) return nothing;
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : floatText(value);
  if (value instanceof Decimal) return floatText(value.value);
  if (value instanceof Timestamp || isList(value) || isMap(value)) return compactJson(value);
  return String(value);
}
