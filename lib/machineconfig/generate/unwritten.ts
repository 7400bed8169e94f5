/**
 * Documents that were not read from a text, as rules that need places see them: each value's place
 * is its number in the order of writing.
 *
 * @module
 */
import { type ConfigDocument, type Data, isList, isMap, type Value } from "../data.ts";
import { normalise } from "../encode/normalise.ts";
import type { LoadedDocument } from "../load.ts";
import type { MapNode, TreeNode } from "../../yaml/tree.ts";

/** The documents with what their text would have. */
export function unwritten(documents: readonly ConfigDocument[]): LoadedDocument[] {
  let places = 0;
  const map = (data: Data): MapNode => ({
    kind: "map",
    offset: places++,
    entries: Object.entries(data).map(([key, value]) => ({
      key,
      keyOffset: places++,
      value: node(value),
    })),
  });
  const node = (value: Value): TreeNode => {
    if (isList(value)) return { kind: "list", offset: places++, items: value.map(node) };
    if (isMap(value)) return map(value);
    const text = value === null ? "null" : String(value);
    return { kind: "scalar", offset: places++, text, plain: typeof value !== "string" };
  };
  return documents.map((document) => {
    const data = normalise(document);
    return { type: document.type, data, tree: map(data) };
  });
}
