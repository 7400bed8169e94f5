/**
 * Records in JSON and YAML: the values a field can have and how they are written. 64-bit numbers
 * keep every digit, so they are written here and not through `JSON.stringify` of a whole row.
 *
 * @module
 */

/** The value of a field. A bigint is written as a plain number with all its digits. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly FieldValue[]
  | { readonly [key: string]: FieldValue };

/** One record: its fields in the order they are written. */
export type RecordFields = readonly (readonly [name: string, value: FieldValue])[];

/** The value in JSON, on one line. What JSON has no number for (infinity) becomes null. */
export function jsonValue(value: FieldValue): string {
  switch (typeof value) {
    case "string":
      return jsonText(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
  }
  if (value === null) return "null";
  if (isList(value)) return `[${value.map(jsonValue).join(",")}]`;
  return jsonRecord(Object.entries(value));
}

/** A record in JSON, on one line. */
export function jsonRecord(fields: RecordFields): string {
  let text = "{";
  for (const [name, value] of fields) {
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:${jsonValue(value)}`;
  }
  return `${text}}`;
}

/**
 * A record as an item of a YAML list, lines ended. Lists and records within it stay on one line in
 * flow style.
 */
export function yamlItem(fields: RecordFields): string {
  let text = "";
  for (const [name, value] of fields) {
    text += `${text === "" ? "- " : "  "}${yamlText(name)}: ${yamlValue(value)}\n`;
  }
  return text || "- {}\n";
}

function yamlValue(value: FieldValue): string {
  // What JSON writes is YAML too.
  return typeof value === "string" ? yamlText(value) : jsonValue(value);
}

/** Texts that are safe without quotes: no indicator, no number, date or keyword look-alike. */
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
/** Words that some YAML reader takes for something else than a text. */
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

function yamlText(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : jsonText(text);
}

/** Characters that JSON allows in texts and YAML does not, or that would drive a terminal. */
const SPECIAL = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    SPECIAL,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isList(value: object): value is readonly FieldValue[] {
  return Array.isArray(value);
}
