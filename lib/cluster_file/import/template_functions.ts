/**
 * Functions of Go templates and of sprig that patches commonly use.
 *
 * @module
 */
import { GO_LAYOUT, writeYaml, type YamlData, type YamlMap } from "../../yaml/mod.ts";

/** A reason why a function cannot be called; a template's error has its place. */
export class TemplateError extends Error {}

type Value = YamlData;
type TemplateFunction = (...values: readonly Value[]) => Value;

/** Reports whether a value is true in a condition. */
export function isTruthy(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Returns the text of a scalar. */
export function printed(value: Value | undefined): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  throw new TemplateError(`the value is ${describe(value)}, not a text`);
}

function describe(value: Value | undefined): string {
  if (value === null || value === undefined) return "empty";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "a map" : typeof value;
}

function listOf(value: Value | undefined): readonly Value[] {
  if (Array.isArray(value)) return value;
  throw new TemplateError(`the value is ${describe(value)}, not a list`);
}

/** Values by field. */
export type TemplateData = { readonly [name: string]: YamlData };

/** Reports whether a value is a map. */
export function isFields(value: Value | undefined): value is TemplateData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapOf(value: Value | undefined): TemplateData {
  if (isFields(value)) return value;
  throw new TemplateError(`the value is ${describe(value)}, not a map`);
}

/** Numbers of Go's integers; sprig converts texts. */
function integer(value: Value | undefined): number {
  const number = Number(printed(value));
  if (!Number.isSafeInteger(Math.trunc(number))) {
    throw new TemplateError(`"${printed(value)}" is not a number`);
  }
  return Math.trunc(number);
}

function compare(a: Value | undefined, b: Value | undefined): number {
  if (typeof a !== typeof b || typeof a === "object" || a === undefined || b === undefined) {
    throw new TemplateError("values of different types are compared");
  }
  return a === b ? 0 : a! < b! ? -1 : 1;
}

/** Longest text that a function makes of a shorter one, characters, and longest list, items. */
const MAX_RESULT = 1024 * 1024;

/** Returns a length of a result. */
function lengthOf(value: number): number {
  if (value >= 0 && value <= MAX_RESULT) return value;
  throw new TemplateError(value < 0 ? `${value} is negative` : "the result is too large");
}

function indent(spaces: Value | undefined, text: Value | undefined): string {
  const lines = printed(text).split("\n");
  const count = lengthOf(integer(spaces));
  lengthOf(count * lines.length);
  const padding = " ".repeat(count);
  return lines.map((line) => padding + line).join("\n");
}

function repeated(count: Value | undefined, one: Value | undefined): string {
  const text = printed(one);
  const times = lengthOf(integer(count));
  lengthOf(times * text.length);
  return text.repeat(times);
}

function replaced(old: string, by: string, one: string): string {
  const parts = old === "" ? one.length + 2 : one.split(old).length;
  lengthOf((parts - 1) * by.length);
  return one.replaceAll(old, () => by);
}

function joined(separator: Value | undefined, items: Value | undefined): string {
  const texts = listOf(items).map(printed);
  const between = printed(separator);
  lengthOf(texts.length * between.length);
  return texts.join(between);
}

/** Returns the value of a key; undefined without one. */
function fieldOf(map: Value | undefined, key: Value | undefined): Value | undefined {
  const [fields, name] = [mapOf(map), printed(key)];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function quoted(quote: (text: string) => string): TemplateFunction {
  return (...values) =>
    values.filter((value) => value !== null).map((value) => quote(printed(value))).join(" ");
}

/** The characters of `set` are removed at both ends. */
function trimAll(set: string, text: string): string {
  const chars = [...text];
  const removed = new Set(set);
  const start = chars.findIndex((char) => !removed.has(char));
  return start < 0 ? "" : chars.slice(start, chars.findLastIndex((char) => !removed.has(char)) + 1)
    .join("");
}

function formatted(format: Value | undefined, ...values: readonly Value[]): string {
  const rest = [...values];
  const text = printed(format).replaceAll(/%(%|(0?)(\d*)([a-zA-Z]))/g, (all, ...groups) => {
    const [verb, zero, width, kind] = groups as string[];
    if (verb === "%") return "%";
    if (rest.length === 0) throw new TemplateError(`no value for ${all}`);
    const value = rest.shift()!;
    const known = {
      s: () => printed(value),
      v: () => printed(value),
      d: () => String(integer(value)),
      q: () => JSON.stringify(printed(value)),
      x: () => integer(value).toString(16),
    }[kind!];
    if (known === undefined) throw new TemplateError(`the format ${all} is not supported`);
    return known().padStart(lengthOf(Number(width)), zero === "0" ? "0" : " ");
  });
  if (rest.length > 0) {
    throw new TemplateError(`"${printed(format)}" has fewer formats than values`);
  }
  return text;
}

function indexed(from: Value | undefined, ...keys: readonly Value[]): Value {
  return keys.reduce<Value>((value, key) => {
    const item = Array.isArray(value) ? value[integer(key)] : fieldOf(value, key);
    if (item === undefined) throw new TemplateError(`${printed(key)} does not exist`);
    return item;
  }, from ?? null);
}

const text = (change: (...texts: readonly string[]) => Value): TemplateFunction => (...values) =>
  change(...values.map(printed));

const numbers = (change: (a: number, b: number) => number): TemplateFunction => (...values) => {
  if (values.length === 0) throw new TemplateError("no numbers are given");
  return safeInteger(values.map(integer).reduce(change));
};

function safeInteger(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new TemplateError("the result is not an integer, or too large");
}

/** Functions by name; `and` and `or` are not here, because they do not evaluate all arguments. */
export const TEMPLATE_FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map<
  string,
  TemplateFunction
>([
  ["not", (value = null) => !isTruthy(value)],
  ["eq", (value, ...others) => others.some((other) => compare(value, other) === 0)],
  ["ne", (a, b) => compare(a, b) !== 0],
  ["lt", (a, b) => compare(a, b) < 0],
  ["le", (a, b) => compare(a, b) <= 0],
  ["gt", (a, b) => compare(a, b) > 0],
  ["ge", (a, b) => compare(a, b) >= 0],
  [
    "len",
    (value) =>
      typeof value === "string"
        ? new TextEncoder().encode(value).length
        : Array.isArray(value)
        ? value.length
        : Object.keys(mapOf(value)).length,
  ],
  ["index", indexed],
  ["printf", formatted],
  ["default", (fallback = null, value = null) => isTruthy(value) ? value : fallback],
  ["coalesce", (...values) => values.find(isTruthy) ?? null],
  ["empty", (value = null) => !isTruthy(value)],
  ["ternary", (yes = null, no = null, condition = null) => isTruthy(condition) ? yes : no],
  ["quote", quoted((one) => JSON.stringify(one))],
  ["squote", quoted((one) => `'${one}'`)],
  ["upper", text((one = "") => one.toUpperCase())],
  ["lower", text((one = "") => one.toLowerCase())],
  ["trim", text((one = "") => one.trim())],
  ["trimAll", text((set = "", one = "") => trimAll(set, one))],
  ["trimPrefix", text((fix = "", one = "") => one.startsWith(fix) ? one.slice(fix.length) : one)],
  [
    "trimSuffix",
    text((fix = "", one = "") => fix !== "" && one.endsWith(fix) ? one.slice(0, -fix.length) : one),
  ],
  ["replace", text((old = "", by = "", one = "") => replaced(old, by, one))],
  ["contains", text((part = "", one = "") => one.includes(part))],
  ["hasPrefix", text((part = "", one = "") => one.startsWith(part))],
  ["hasSuffix", text((part = "", one = "") => one.endsWith(part))],
  ["repeat", repeated],
  ["trunc", (count, one) => {
    const length = integer(count);
    return length < 0 ? printed(one).slice(length) : printed(one).slice(0, length);
  }],
  ["nospace", text((one = "") => one.replaceAll(/\s/g, ""))],
  ["indent", indent],
  ["nindent", (spaces, one) => `\n${indent(spaces, one)}`],
  ["splitList", text((separator = "", one = "") => one.split(separator))],
  ["join", joined],
  ["list", (...values) => [...values]],
  ["first", (items) => listOf(items)[0] ?? null],
  ["last", (items) => listOf(items).at(-1) ?? null],
  ["rest", (items) => listOf(items).slice(1)],
  ["initial", (items) => listOf(items).slice(0, -1)],
  ["reverse", (items) => listOf(items).toReversed()],
  ["uniq", (items) => [...new Set(listOf(items))]],
  ["sortAlpha", (items) => listOf(items).map(printed).toSorted()],
  ["has", (item, items) => listOf(items).includes(item!)],
  ["hasKey", (map, key) => Object.hasOwn(mapOf(map), printed(key))],
  ["get", (map, key) => fieldOf(map, key) ?? ""],
  ["until", (count) => Array.from({ length: lengthOf(integer(count)) }, (_, index) => index)],
  ["int", (value) => integer(value)],
  ["int64", (value) => integer(value)],
  ["atoi", (value) => integer(value)],
  ["toString", (value) => printed(value)],
  ["add", numbers((a, b) => a + b)],
  ["add1", (value) => safeInteger(integer(value) + 1)],
  ["sub", numbers((a, b) => a - b)],
  ["mul", numbers((a, b) => a * b)],
  ["div", numbers((a, b) => Math.trunc(a / b))],
  ["mod", numbers((a, b) => a % b)],
  ["max", numbers((a, b) => Math.max(a, b))],
  ["min", numbers((a, b) => Math.min(a, b))],
  ["b64enc", text((one = "") => new TextEncoder().encode(one).toBase64())],
  [
    "toYaml",
    (value = null) =>
      typeof value === "object" && value !== null
        ? writeYaml(value as unknown as YamlMap, GO_LAYOUT).trimEnd()
        : printed(value),
  ],
]);
