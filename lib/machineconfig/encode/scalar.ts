/**
 * Scalars of a configuration, as Go's encoder writes them.
 *
 * @module
 */
import { floatText } from "../../yaml/float.ts";
import { type ScalarPlace, yamlText } from "../../yaml/write_scalar.ts";
import { type Data, isList, isMap, type Value } from "../data.ts";
import type { FieldType } from "../schema/types.ts";

/** Whether a value has lines of its own. */
export function isBlock(value: Value): value is Data | readonly Value[] {
  if (isList(value)) return value.length > 0;
  return isMap(value) && Object.keys(value).length > 0;
}

/** A name before its colon. */
export function key(name: string): string {
  return yamlText(name, { indent: 0, isKey: true });
}

/** A value without lines of its own; a text can nevertheless have several. */
export function scalar(type: FieldType, value: Value, place: ScalarPlace): string {
  switch (typeof value) {
    case "string":
      return isNumberText(type, value) ? value : yamlText(value, place);
    case "number":
      return isFileMode(type) ? `0o${value.toString(8)}` : numberText(value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "[]" : "{}";
    default:
      return String(value);
  }
}

function isFileMode(type: FieldType): boolean {
  return type.kind === "text" && type.format === "fileMode";
}

/** The permissions of a file are a number that keeps its octal form. */
function isNumberText(type: FieldType, text: string): boolean {
  return isFileMode(type) && /^0o[0-7]+$/.test(text);
}

function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return floatText(value);
}
