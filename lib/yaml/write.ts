/**
 * Writes data as YAML in the layout of Go's encoder: blocks with 4 spaces, lists deeper than their
 * key, the content of list items at the next multiple of 4.
 *
 * @module
 */
import { floatText } from "./float.ts";
import { yamlText } from "./write_scalar.ts";

/** A scalar that is already YAML. */
export class RawScalar {
  constructor(readonly text: string) {}
}

/** Data to write. Entries with an undefined value are left out. */
export type YamlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | RawScalar
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue };

/** A written value: the rest of the line of its key or dash, and the lines after it. */
export interface Written {
  readonly head: string;
  readonly lines: readonly string[];
}

/** Columns of nested blocks. */
export interface Layout {
  /** The column inside a block at `column`. */
  inside(column: number): number;
}

/** Go's layout: the next multiple of 4. */
export const GO_LAYOUT: Layout = { inside: (column) => column - column % 4 + 4 };

const INSIDE_ITEM = 2;

/** Writes a document, with a line break at its end. */
export function writeYaml(value: YamlValue): string {
  const { head, lines } = writeValue(value, 0, 4);
  return `${(head === "" ? lines : [head, ...lines]).join("\n")}\n`;
}

/**
 * Writes a value whose block is at `column`.
 *
 * @param deeper Columns between the block and its parent.
 */
export function writeValue(value: YamlValue, column: number, deeper: number): Written {
  if (isBlock(value)) return { head: "", lines: blockLines(value, column) };
  const [head = "", ...lines] = writeFlat(value, column, deeper).split("\n");
  return { head, lines };
}

/** Whether a value has lines of its own. */
function isBlock(
  value: YamlValue,
): value is readonly YamlValue[] | { readonly [key: string]: YamlValue } {
  if (typeof value !== "object" || value === null || value instanceof RawScalar) return false;
  return Array.isArray(value) ? value.length > 0 : entriesOf(value as Map).length > 0;
}

type Map = { readonly [key: string]: YamlValue };

function entriesOf(map: Map): [string, YamlValue][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

function blockLines(value: readonly YamlValue[] | Map, column: number): string[] {
  const margin = " ".repeat(column);
  if (Array.isArray(value)) {
    return value.flatMap((item: YamlValue) => {
      const { head, lines } = writeValue(item, column + INSIDE_ITEM, INSIDE_ITEM);
      const [first = "", ...rest] = head === "" ? lines : [head, ...lines];
      return [`${margin}- ${first.trimStart()}`, ...rest];
    });
  }
  const inner = GO_LAYOUT.inside(column);
  return entriesOf(value as Map).flatMap(([key, item]) => {
    const { head, lines } = writeValue(item, inner, inner - column);
    return [`${margin}${writeKey(key)}:${head === "" ? "" : ` ${head}`}`, ...lines];
  });
}

/** Writes a key. */
export function writeKey(key: string): string {
  return yamlText(key, { indent: 0, isKey: true });
}

/** Writes a value without entries; a string can span lines. */
function writeFlat(value: YamlValue, indent: number, deeper: number): string {
  switch (typeof value) {
    case "string":
      return yamlText(value, { indent, deeper });
    case "number":
      return writeNumber(value);
    case "object":
      if (value instanceof RawScalar) return value.text;
      return value === null ? "null" : Array.isArray(value) ? "[]" : "{}";
    default:
      return String(value ?? null);
  }
}

/** Writes a number: integers up to 2^53 in full, others as Go's shortest form. */
export function writeNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return floatText(value);
}
