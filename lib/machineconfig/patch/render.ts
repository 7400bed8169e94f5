/**
 * Values as lines of YAML, in the layout of the text they are put into.
 *
 * @module
 */
import { floatText } from "../../output/float.ts";
import { yamlText } from "../../output/yaml_scalar.ts";
import type { Data, Value } from "../data.ts";
import type { FieldType } from "../schema/types.ts";
import { isList, itemType, memberType } from "./values.ts";

/** How deep things stand in a text. */
export interface Layout {
  /** Columns from a key to what is inside it. */
  readonly step: number;
  /** Columns from a key to the dashes of its list. */
  readonly listStep: number;
}

/** A value behind a key or a dash: what stands on the same line, and what on lines of its own. */
export interface Rendered {
  readonly head: string;
  readonly lines: readonly string[];
}

/** A value behind a key at a column. */
export function behindKey(
  value: Value,
  type: FieldType | undefined,
  column: number,
  layout: Layout,
): Rendered {
  if (!isBlock(value)) return scalarAt(value, type, column + layout.step, layout.step);
  const inside = column + (Array.isArray(value) ? layout.listStep : layout.step);
  return { head: "", lines: blockLines(value, type, inside, layout) };
}

/** A value behind a dash at a column. */
export function behindDash(
  value: Value,
  type: FieldType | undefined,
  column: number,
  layout: Layout,
): Rendered {
  if (!isBlock(value)) return scalarAt(value, type, column + DASH, DASH);
  const [first = "", ...lines] = blockLines(value, type, column + DASH, layout);
  return { head: first.trimStart(), lines };
}

/** A dash and a space. */
const DASH = 2;

/** The lines of a list or map that has something in it. */
export function blockLines(
  value: Data | readonly Value[],
  type: FieldType | undefined,
  column: number,
  layout: Layout,
): string[] {
  const margin = " ".repeat(column);
  if (isList(value)) {
    return value.flatMap((item) => {
      const { head, lines } = behindDash(item, itemType(type), column, layout);
      return [`${margin}- ${head}`, ...lines];
    });
  }
  return Object.entries(value).flatMap(([name, item]) => {
    const { head, lines } = behindKey(item, memberType(type, name), column, layout);
    return [`${margin}${keyText(name)}:${head === "" ? "" : ` ${head}`}`, ...lines];
  });
}

/** Whether a value needs lines of its own. */
export function isBlock(value: Value): value is Data | readonly Value[] {
  if (typeof value !== "object" || value === null) return false;
  return (isList(value) ? value : Object.keys(value)).length > 0;
}

function keyText(name: string): string {
  return yamlText(name, { indent: 0, isKey: true });
}

function scalarAt(
  value: Value,
  type: FieldType | undefined,
  indent: number,
  deeper: number,
): Rendered {
  const [head = "", ...lines] = scalarText(value, type, indent, deeper).split("\n");
  return { head, lines };
}

function scalarText(
  value: Value,
  type: FieldType | undefined,
  indent: number,
  deeper: number,
): string {
  switch (typeof value) {
    case "string":
      // A block that ends in blank lines would take in those that follow it.
      return /(^|\n)\n$/.test(value) ? JSON.stringify(value) : yamlText(value, { indent, deeper });
    case "number":
      return isFileMode(type) ? `0o${value.toString(8)}` : numberText(value);
    case "object":
      return value === null ? "null" : isList(value) ? "[]" : "{}";
    default:
      return String(value);
  }
}

/** The permissions of a file are a number that keeps its octal form. */
function isFileMode(type: FieldType | undefined): boolean {
  return type?.kind === "text" && type.format === "fileMode";
}

function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return floatText(value);
}
