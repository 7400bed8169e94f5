/**
 * Documents without a text, as rules that report positions require them.
 *
 * @module
 */
import { type MapNode, treeOf } from "../../yaml/mod.ts";
import type { ConfigDocument } from "../data.ts";
import { normalise } from "../encode/normalise.ts";
import type { LoadedDocument } from "../load.ts";

/** Offsets of one document; none has as many values. */
const OFFSETS = 2 ** 32;

/** Returns the documents with the data and tree that their text would have. */
export function toLoadedDocuments(documents: readonly ConfigDocument[]): LoadedDocument[] {
  return documents.map((document, index) => {
    const data = normalise(document);
    return { type: document.type, data, tree: treeOf(data, index * OFFSETS) as MapNode };
  });
}
