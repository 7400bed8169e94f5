/**
 * JSON and YAML encoding of record fields. `JSON.stringify` of a whole row does not support bigint,
 * which 64-bit integers need to keep all digits.
 *
 * @module
 */
import { needsQuotes } from "../yaml/plain.ts";

type Scalar = string | number | bigint | boolean | null;

/** The value of a field. A bigint is encoded as a number with all digits. */
export type FieldValue =
  | Scalar
  | readonly FieldValue[]
  | { readonly [key: string]: FieldValue };

/** Encodes a value as JSON on one line. Non-finite numbers become null. */
export function formatJson(value: FieldValue): string {
  switch (typeof value) {
    case "string":
      return encodeJsonString(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
  }
  if (value === null) return "null";
  if (isList(value)) return `[${value.map(formatJson).join(",")}]`;
  const members = Object.entries(value).map(([name, member]) =>
    `${encodeJsonString(name)}:${formatJson(member)}`
  );
  return `{${members.join(",")}}`;
}

/** Syntax of a record. */
export interface RecordStyle {
  readonly start: string;
  /** Encodes a field name and the separator to its value. */
  name(name: string): string;
  value(value: FieldValue): string;
  /** Separator of fields. */
  readonly next: string;
  readonly end: string;
}

/** A JSON object on one line. */
export const JSON_OBJECT: RecordStyle = {
  start: "{",
  name: (name) => `${JSON.stringify(name)}:`,
  value: formatJson,
  next: ",",
  end: "}",
};

/** An item of a YAML block sequence, with nested lists and maps in block style. */
export const YAML_ITEM: RecordStyle = {
  start: "- ",
  name: (name) => `${encodeYamlString(name)}:`,
  value: (value) => encodeYamlMember(value, "    "),
  next: "\n  ",
  end: "\n",
};

/** Encodes the value of a key, which follows the colon. Lines of a block start with `margin`. */
function encodeYamlMember(value: FieldValue, margin: string): string {
  const separator = isBlock(value) ? `\n${margin}` : " ";
  return separator + encodeYaml(value, margin);
}

/** Encodes a value. Lines of a block after the first start with `margin`. */
function encodeYaml(value: FieldValue, margin: string): string {
  if (typeof value === "string") return encodeYamlString(value);
  // JSON is valid YAML.
  if (!isBlock(value)) return formatJson(value);
  const inner = `${margin}  `;
  const lines = isList(value)
    ? value.map((item) => `- ${encodeYaml(item, inner)}`)
    : Object.entries(value).map(([name, member]) =>
      `${encodeYamlString(name)}:${encodeYamlMember(member, inner)}`
    );
  return lines.join(`\n${margin}`);
}

/** Reports whether a value is a list or map with members; empty ones have no block style. */
function isBlock(value: FieldValue): value is Exclude<FieldValue, Scalar> {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Strings that are valid plain scalars: no indicator, and neither number, date nor keyword. */
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;

function encodeYamlString(text: string): string {
  return PLAIN.test(text) && !needsQuotes(text) ? text : encodeJsonString(text);
}

/** Printable ASCII without quotation marks and backslashes. */
const UNESCAPED = /^[ !#-[\]-~]*$/;

/** Characters valid in JSON strings but not in YAML, and control characters of terminals. */
const ESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

function encodeJsonString(text: string): string {
  // Fast path for most strings.
  if (UNESCAPED.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isList(value: object): value is readonly FieldValue[] {
  return Array.isArray(value);
}
