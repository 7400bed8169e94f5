/**
 * JSON like Go's `encoding/json`: keys sorted, `<`, `>` and `&` escaped, 64-bit integers exact.
 *
 * @module
 */
import { Decimal, isList, isMap, sortedKeys, Timestamp, type Value } from "./value.ts";

/** Characters that Go escapes in addition to JSON, and control characters of terminals. */
const SPECIAL = /[<>&\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
const UNESCAPED = /^[ !#-%'-;=?-[\]-~]*$/;

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Encodes a string. */
function jsonString(text: string): string {
  return UNESCAPED.test(text) ? `"${text}"` : JSON.stringify(text).replace(SPECIAL, escaped);
}

function jsonNumber(value: number): string {
  // JSON has no non-finite numbers.
  if (!Number.isFinite(value)) return "null";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Encodes a scalar. */
function jsonScalar(value: Value): string {
  if (typeof value === "string") return jsonString(value);
  if (typeof value === "number") return jsonNumber(value);
  if (value instanceof Decimal) return jsonNumber(value.value);
  if (value instanceof Timestamp) return `"${value.text}"`;
  return String(value);
}

/** Encodes a value on one line, without spaces. */
export function compactJson(value: Value): string {
  if (isList(value)) return `[${value.map(compactJson).join(",")}]`;
  if (!isMap(value)) return jsonScalar(value);
  const members = sortedKeys(value).map((key) => `${jsonString(key)}:${compactJson(value[key]!)}`);
  return `{${members.join(",")}}`;
}

/** Encodes a value indented by four spaces; lines after the first start with `margin`. */
export function indentedJson(value: Value, margin = ""): string {
  const inner = `${margin}    `;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    const items = value.map((item) => inner + indentedJson(item, inner));
    return `[\n${items.join(",\n")}\n${margin}]`;
  }
  if (!isMap(value)) return jsonScalar(value);
  const keys = sortedKeys(value);
  if (keys.length === 0) return "{}";
  const members = keys.map((key) =>
    `${inner}${jsonString(key)}: ${indentedJson(value[key]!, inner)}`
  );
  return `{\n${members.join(",\n")}\n${margin}}`;
}
