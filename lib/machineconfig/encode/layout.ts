/**
 * Data as YAML in the layout of Go's encoder: four spaces, lists deeper than their key, what is
 * inside an item of a list on the next column that four divides. With comments, where they are
 * wanted: what a field is stands behind a scalar and above everything else; fields that are not
 * there follow at the end of their object as commented examples.
 *
 * @module
 */
import { type Data, isMap, type Value } from "../data.ts";
import { type Field, type FieldType, FREE, type ObjectType } from "../schema/types.ts";
import { exampleValue, type Reader, shownExamples } from "./examples.ts";
import { byKeyOrder } from "./key_order.ts";
import { isBlock, key, scalar } from "./scalar.ts";

/** What is written beside the data. */
export interface Style {
  /** What each field is. */
  readonly docs: boolean;
  /** Whom examples of absent and empty fields are for, if anybody. */
  readonly examplesFor?: Reader | undefined;
}

/** A member of a block. */
interface Member {
  readonly name: string;
  readonly type: FieldType;
  readonly value: Value;
  readonly column: number;
  /** What it is. */
  readonly doc?: string | undefined;
  /** A line above it. */
  readonly title?: string | undefined;
}

const STEP = 4;

/** Behind a value that is longer, a comment is not seen. */
const SHORT = 60;

/** Above an example of a field that is there, but empty: a name can be there only once. */
const IN_PLACE = "For example, in place of an empty one:";

/** The column of what is inside a block at a column. */
function inside(column: number): number {
  return column - column % STEP + STEP;
}

/** The lines of a document. */
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

/** Examples are for objects that are there once, not for every item of a list or map. */
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

/** A name with its value. */
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
    // Blank lines after it would be part of the text.
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

/** Examples of a field that is absent, each followed by a blank line. */
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

/** An example of a field that is there without anything in it. */
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

/** Lines as comments at a column. */
function commented(lines: string, column: number): string {
  const margin = " ".repeat(column);
  return lines.slice(0, -1).split("\n")
    .map((line) => `${margin}#${line === "" ? "" : " "}${line.slice(column)}\n`)
    .join("");
}
