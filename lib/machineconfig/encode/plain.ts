/**
 * Data as YAML in the layout of Go's encoder: four spaces, lists deeper than their key, what is
 * inside an item of a list on the next column that four divides.
 *
 * @module
 */
import { floatText } from "../../output/float.ts";
import { yamlText } from "../../output/yaml_scalar.ts";
import type { Data, Value } from "../data.ts";
import { type FieldType, FREE } from "../schema/types.ts";
import { byKeyOrder } from "./key_order.ts";
import { isData } from "./normalise.ts";

const STEP = 4;

/** The column of what is inside a block at a column. */
export function inside(column: number): number {
  return column - column % STEP + STEP;
}

/** The lines of an object, a map or a list, at a column. */
export function block(type: FieldType, value: Data | readonly Value[], column: number): string {
  if (!isData(value)) return listLines(type.kind === "list" ? type.item : FREE, value, column);
  let lines = "";
  for (const [name, item] of namedValues(type, value)) {
    lines += `${" ".repeat(column)}${key(name)}:${afterKey(memberType(type, name), item, column)}`;
  }
  return lines;
}

/** The values of an object in their order; of a map, sorted. */
function namedValues(type: FieldType, data: Data): [name: string, value: Value][] {
  const pairs = Object.entries(data);
  return type.kind === "object" ? pairs : pairs.sort(([a], [b]) => byKeyOrder(a, b));
}

function memberType(type: FieldType, name: string): FieldType {
  if (type.kind === "object") return type.fields[name]?.type ?? FREE;
  return type.kind === "map" ? type.value : FREE;
}

/** What stands between a key and the next one. */
export function afterKey(type: FieldType, value: Value, column: number): string {
  if (isBlock(value)) return `\n${block(type, value, inside(column))}`;
  const place = { indent: inside(column), deeper: inside(column) - column };
  return ` ${scalar(type, value, place)}\n`;
}

function listLines(type: FieldType, items: readonly Value[], column: number): string {
  let lines = "";
  const nested = column + 2;
  for (const item of items) {
    const text = isBlock(item)
      ? block(type, item, nested).slice(nested)
      : `${scalar(type, item, { indent: nested, deeper: 2 })}\n`;
    lines += `${" ".repeat(column)}- ${text}`;
  }
  return lines;
}

/** Whether a value has lines of its own. */
export function isBlock(value: Value): value is Data | readonly Value[] {
  if (Array.isArray(value)) return value.length > 0;
  return isData(value) && Object.keys(value).length > 0;
}

/** A name before its colon. */
export function key(name: string): string {
  return yamlText(name, { indent: 0, isKey: true });
}

function scalar(
  type: FieldType,
  value: Value,
  place: { readonly indent: number; readonly deeper: number },
): string {
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
