/**
 * Writes data as YAML, scalars in the style of Go's encoder.
 *
 * @module
 */
import { floatText } from "./float.ts";
import { GO_LAYOUT, type Layout } from "./layout.ts";
import { type ScalarPlace, yamlText } from "./write_scalar.ts";

/** A value with a notation of its own, such as an octal number. */
export class RawScalar {
  /**
   * @param text The value as it is written.
   * @param value The value as it is read.
   */
  constructor(readonly text: string, readonly value: number) {}
}

/** Data to write. Entries with an undefined value are omitted. */
export type YamlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | RawScalar
  | readonly YamlValue[]
  | YamlMap;

/** A map to write. */
export interface YamlMap {
  readonly [key: string]: YamlValue;
}

/** A written value: the rest of the line of its key or dash, and the lines after it. */
export interface Written {
  readonly head: string;
  readonly lines: readonly string[];
}

/** Width of a dash and a space. */
const DASH = 2;

/** Writes a document with a line break at its end, in Go's layout by default. */
export function writeYaml(value: YamlValue, layout: Layout = GO_LAYOUT): string {
  const { head, lines } = writeValue(value, { parent: -1, column: 0 }, layout);
  return `${(head === "" ? lines : [head, ...lines]).join("\n")}\n`;
}

/** Writes the value of a key at `column`. */
export function writeMember(value: YamlValue, column: number, layout: Layout): Written {
  const inside = isList(value) ? layout.list(column) : layout.map(column);
  return writeValue(value, { parent: column, column: inside }, layout);
}

/** Writes an item of a list at `column`. */
export function writeItem(value: YamlValue, column: number, layout: Layout): Written {
  const inside = column + DASH;
  const { head, lines } = writeValue(value, { parent: column, column: inside }, layout);
  if (head !== "" || lines.length === 0) return { head, lines };
  return { head: lines[0]!.slice(inside), lines: lines.slice(1) };
}

/** The column of a value and of its parent. */
interface Place {
  readonly parent: number;
  readonly column: number;
}

function writeValue(value: YamlValue, { parent, column }: Place, layout: Layout): Written {
  if (hasLines(value)) return { head: "", lines: blockLines(value, column, layout) };
  const place = { indent: column, deeper: column - parent };
  // Trailing blank lines of a block scalar would join those after it.
  const text = layout.isOpen && typeof value === "string" && /(^|\n)\n$/.test(value)
    ? JSON.stringify(value)
    : writeScalar(value, place);
  const [head = "", ...lines] = text.split("\n");
  return { head, lines };
}

/** Reports whether a value is a list or map with entries, which takes lines of its own. */
export function hasLines(value: YamlValue): value is readonly YamlValue[] | YamlMap {
  if (isList(value)) return value.length > 0;
  return isMap(value) && entriesOf(value).length > 0;
}

/** Reports whether a value is a list. */
export function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

/** Reports whether a value is a map. */
export function isMap(value: YamlValue): value is YamlMap {
  return typeof value === "object" && value !== null && !isList(value) &&
    !(value instanceof RawScalar);
}

function entriesOf(map: YamlMap): [string, YamlValue][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

/** Writes the lines of a list or map at `column`. */
export function blockLines(
  value: readonly YamlValue[] | YamlMap,
  column: number,
  layout: Layout,
): string[] {
  const result: string[] = [];
  const margin = " ".repeat(column);
  const add = (start: string, { head, lines }: Written) => {
    result.push(`${margin}${start}${head === "" ? "" : ` ${head}`}`);
    for (const line of lines) result.push(line);
  };
  if (isList(value)) {
    for (const item of value) add("-", writeItem(item, column, layout));
  } else {
    for (const [key, item] of entriesOf(value)) {
      add(`${writeKey(key)}:`, writeMember(item, column, layout));
    }
  }
  return result;
}

/** Writes a key. */
export function writeKey(key: string): string {
  return yamlText(key, { indent: 0, isKey: true });
}

/** Writes a value without entries; a string can span lines. */
export function writeScalar(value: YamlValue, place: ScalarPlace): string {
  switch (typeof value) {
    case "string":
      return yamlText(value, place);
    case "number":
      return writeNumber(value);
    case "object":
      if (value instanceof RawScalar) return value.text;
      return value === null ? "null" : isList(value) ? "[]" : "{}";
    default:
      return String(value ?? null);
  }
}

/** Writes a number: integers up to 2^53 in full, others in Go's shortest form. */
export function writeNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return floatText(value);
}
