/**
 * Values as lines of YAML, in the layout of the text they are put into.
 *
 * @module
 */
import { yamlText } from "../../yaml/write_scalar.ts";
import { type Data, isList, type Value } from "../data.ts";
import { isBlock, key, scalar } from "../encode/scalar.ts";
import { type FieldType, FREE } from "../schema/types.ts";
import { itemType, memberType } from "./values.ts";

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
    return [`${margin}${key(name)}:${head === "" ? "" : ` ${head}`}`, ...lines];
  });
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
  if (typeof value !== "string") return scalar(type ?? FREE, value, { indent, deeper });
  // A block that ends in blank lines would take in those that follow it.
  return /(^|\n)\n$/.test(value) ? JSON.stringify(value) : yamlText(value, { indent, deeper });
}
