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

/** The value in JSON, on one line. What JSON has no number for (infinity) becomes null. */
export function formatJson(value: FieldValue): string {
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
  if (isList(value)) return `[${value.map(formatJson).join(",")}]`;
  const members = Object.entries(value).map(([name, member]) =>
    `${jsonText(name)}:${formatJson(member)}`
  );
  return `{${members.join(",")}}`;
}

/** How the text of a record is put together. */
export interface RecordStyle {
  readonly start: string;
  /** A field's name with what stands between it and its value. */
  name(name: string): string;
  value(value: FieldValue): string;
  /** Between one field and the next. */
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

/** An item of a YAML list. Lists and records within it stay on one line in flow style. */
export const YAML_ITEM: RecordStyle = {
  start: "- ",
  name: (name) => `${yamlText(name)}: `,
  value: yamlValue,
  next: "\n  ",
  end: "\n",
};

function yamlValue(value: FieldValue): string {
  // What JSON writes is YAML too.
  return typeof value === "string" ? yamlText(value) : formatJson(value);
}

/** Texts that are safe without quotes: no indicator, no number, date or keyword look-alike. */
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
/** Words that some YAML reader takes for something else than a text. */
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

function yamlText(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : jsonText(text);
}

/** Printable ASCII without quotation marks and backslashes. */
const HARMLESS = /^[ !#-[\]-~]*$/;

/** Characters that JSON allows in texts and YAML does not, or that would drive a terminal. */
const SPECIAL = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

function jsonText(text: string): string {
  // Most texts hold nothing that has to be written differently.
  if (HARMLESS.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    SPECIAL,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isList(value: object): value is readonly FieldValue[] {
  return Array.isArray(value);
}
