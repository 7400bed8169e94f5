/**
 * JSON and YAML encoding of record fields. `JSON.stringify` of a whole row does not support bigint,
 * which 64-bit integers need to keep all digits.
 *
 * @module
 */
import { needsQuotes } from "../yaml/plain.ts";

/** The value of a field. A bigint is encoded as a number with all digits. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | null
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

/** An item of a YAML block sequence. Nested values are in flow style, on one line. */
export const YAML_ITEM: RecordStyle = {
  start: "- ",
  name: (name) => `${encodeYamlString(name)}: `,
  value: encodeYaml,
  next: "\n  ",
  end: "\n",
};

function encodeYaml(value: FieldValue): string {
  // JSON is valid YAML flow style.
  return typeof value === "string" ? encodeYamlString(value) : formatJson(value);
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
