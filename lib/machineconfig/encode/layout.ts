/**
 * Writes data as YAML in the layout of Go's encoder: four spaces, lists deeper than their key, the
 * content of list items at the next multiple of four. Optional comments: the description of a field
 * follows a scalar and precedes any other value; commented examples of absent fields are at the end
 * of their object.
 *
 * @module
 */
import { type Data, isMap, type Value } from "../data.ts";
import { type Field, type FieldType, FREE, type ObjectType } from "../schema/types.ts";
import { exampleValue, type Reader, shownExamples } from "./examples.ts";
import { byKeyOrder } from "./key_order.ts";
import { isBlock, key, scalar } from "./scalar.ts";

/** Comments and examples to write. */
export interface Style {
  /** Descriptions of fields. */
  readonly docs: boolean;
  /** The machine for examples of absent and empty fields; no examples by default. */
  readonly examplesFor?: Reader | undefined;
}

/** A member of a block. */
interface Member {
  readonly name: string;
  readonly type: FieldType;
  readonly value: Value;
  readonly column: number;
  /** Its description. */
  readonly doc?: string | undefined;
  /** A line above it. */
  readonly title?: string | undefined;
}

const STEP = 4;

/** Longest value with a comment on its line, characters. */
const SHORT = 60;

/** Title of an example for an empty field because keys are unique. */
const IN_PLACE = "For example, in place of an empty one:";

/** Returns the column inside a block. */
function inside(column: number): number {
  return column - column % STEP + STEP;
}

/** Writes the lines of a document. */
export function documentLines(type: ObjectType, data: Data, style: Style): string {
  const lines = objectLines(type, data, 0, style);
  return style.examplesFor && lines.endsWith("\n\n") ? lines.slice(0, -1) : lines;
}

function block(
  type: FieldType,
  value: Data | readonly Value[],
  column: number,
  style: Style,
): string {
  if (!isMap(value)) {
    return listLines(type.kind === "list" ? type.item : FREE, value, column, style);
  }
  if (type.kind === "object") return objectLines(type, value, column, style);
  const itemType = type.kind === "map" ? type.value : FREE;
  let lines = "";
  for (const name of Object.keys(value).sort(byKeyOrder)) {
    const member = { name, type: itemType, value: value[name]!, column };
    lines += memberLines(member, withoutExamples(style));
  }
  return lines;
}

/** Removes examples, which list and map items would repeat. */
function withoutExamples({ docs }: Style): Style {
  return { docs };
}

function objectLines(type: ObjectType, data: Data, column: number, style: Style): string {
  const { docs, examplesFor } = style;
  let lines = "";
  let examples = "";
  for (const [name, field] of Object.entries(type.fields)) {
    const value = data[name];
    if (value === undefined) {
      if (examplesFor) examples += exampleLines(name, field, column, docs, examplesFor);
      continue;
    }
    const doc = docs ? field.doc : undefined;
    lines += memberLines({ name, type: field.type, value, column, doc }, style);
    if (examplesFor) lines += inPlaceLines(name, field, value, column, docs, examplesFor);
  }
  return examples === "" ? lines : blankLine(lines) + examples;
}

function blankLine(lines: string): string {
  return lines === "" || lines.endsWith("\n\n") ? lines : `${lines}\n`;
}

/** Writes a key and its value. */
function memberLines(member: Member, style: Style): string {
  const { name, type, value, column, doc, title } = member;
  const margin = " ".repeat(column);
  const above = (comment: string | undefined) =>
    comment === undefined ? "" : `${margin}# ${comment}\n`;
  const head = `${margin}${key(name)}:`;
  if (isBlock(value)) {
    const lines = block(type, value, inside(column), style);
    return `${above(doc)}${above(title)}${head}\n${lines}`;
  }
  const isScalar = typeof value !== "object" || value === null;
  const text = scalar(type, value, {
    indent: inside(column),
    deeper: inside(column) - column,
    // Blank lines after a block scalar would be part of it.
    isKey: style.examplesFor !== undefined && typeof value === "string" && /^\n$|\n\n$/.test(value),
  });
  const end = text.includes("\n") ? text.indexOf("\n") : text.length;
  if (doc === undefined || !isScalar || end > SHORT) {
    return `${above(doc)}${above(title)}${head} ${text}\n`;
  }
  return `${above(title)}${head} ${text.slice(0, end)} # ${doc}${text.slice(end)}\n`;
}

function listLines(
  type: FieldType,
  items: readonly Value[],
  column: number,
  style: Style,
): string {
  let lines = "";
  const nested = column + 2;
  for (const item of items) {
    const text = isBlock(item)
      ? block(type, item, nested, withoutExamples(style)).slice(nested)
      : `${scalar(type, item, { indent: nested, deeper: 2 })}\n`;
    lines += `${" ".repeat(column)}- ${text}`;
  }
  return lines;
}

/** Writes the examples of an absent field, each followed by a blank line. */
function exampleLines(
  name: string,
  field: Field,
  column: number,
  docs: boolean,
  reader: Reader,
): string {
  let lines = "";
  for (const [index, { title, value }] of shownExamples(field, reader).entries()) {
    const doc = docs && index === 0 ? field.doc : undefined;
    const { type } = field;
    const member = {
      name,
      type,
      value: exampleValue(type, value, reader.release),
      column,
      doc,
      title,
    };
    lines += `${commented(memberLines(member, { docs }), column)}\n`;
  }
  return lines;
}

/** Writes an example of an empty field. */
function inPlaceLines(
  name: string,
  field: Field,
  value: Value,
  column: number,
  docs: boolean,
  reader: Reader,
): string {
  const isEmpty = typeof value === "object" && value !== null && !isBlock(value);
  const [example] = isEmpty ? shownExamples(field, reader) : [];
  if (example === undefined) return "";
  const { type } = field;
  const member = { name, type, value: exampleValue(type, example.value, reader.release), column };
  return `${commented(memberLines({ ...member, title: IN_PLACE }, { docs }), column)}\n`;
}

/** Converts lines to comments at a column. */
function commented(lines: string, column: number): string {
  const margin = " ".repeat(column);
  return lines.slice(0, -1).split("\n")
    .map((line) => `${margin}#${line === "" ? "" : " "}${line.slice(column)}\n`)
    .join("");
}
