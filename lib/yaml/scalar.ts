/**
 * Values of scalars as Go's yaml.v3 resolves them.
 *
 * @module
 */
import { decodeBase64 } from "./base64.ts";
import { type PlainScalar, readPlain } from "./plain.ts";
import type { ScalarNode, TreeNode } from "./tree.ts";
import { writeNumber } from "./write.ts";

/** Which values fit a tag, by tag. */
const FITS: Readonly<Record<string, (value: PlainScalar) => boolean>> = {
  null: (value) => value === null,
  bool: (value) => typeof value === "boolean",
  int: (value) => typeof value === "bigint" || Number.isInteger(value),
  float: (value) => typeof value === "bigint" || typeof value === "number",
};

/** Reports whether the value of a scalar fits its tag. */
export function fitsTag({ text, tag }: ScalarNode): boolean {
  return tag === undefined || (FITS[tag]?.(readPlain(text)) ?? true);
}

/** Resolves a scalar by its tag or else by its text. Times stay strings. */
export function resolveScalar(node: ScalarNode): PlainScalar {
  const { text, tag } = node;
  if (tag === undefined) return node.plain ? readPlain(text) : text;
  if (tag === "binary") {
    const bytes = decodeBase64(text);
    return bytes === undefined ? text : new TextDecoder().decode(bytes);
  }
  return tag in FITS ? readPlain(text) : text;
}

/** Reports whether a scalar is missing, `~` or `null`. */
export function isNull(node: ScalarNode): boolean {
  return (node.plain || node.tag === "null") && (node.tag ?? "null") === "null" &&
    readPlain(node.text) === null;
}

/** A value as Go decodes it where any type is allowed. */
export type YamlData = PlainScalar | readonly YamlData[] | { readonly [name: string]: YamlData };

/** Converts a tree to data. */
export function toData(node: TreeNode): YamlData {
  switch (node.kind) {
    case "scalar":
      return resolveScalar(node);
    case "list":
      return node.items.map(toData);
    case "map":
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [key, toData(value)] as const),
      );
  }
}

/** Converts data to a tree; the offsets are numbers in the order of writing, from `first` on. */
export function treeOf(data: YamlData, first = 0): TreeNode {
  let next = first;
  const convert = (value: YamlData): TreeNode => {
    const offset = next++;
    if (isListData(value)) return { kind: "list", offset, items: value.map(convert) };
    if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value).map(([key, member]) => ({
        key,
        keyOffset: next++,
        value: convert(member),
      }));
      return { kind: "map", offset, entries };
    }
    const text = typeof value === "number" ? writeNumber(value) : String(value);
    return { kind: "scalar", offset, text, plain: typeof value !== "string" };
  };
  return convert(data);
}

function isListData(data: YamlData): data is readonly YamlData[] {
  return Array.isArray(data);
}
