/**
 * What the text of a document says about itself, beside its fields.
 *
 * @module
 */
import { MAIN } from "./documents.ts";
import type { DocumentType } from "./types.ts";

/** The only version of documents so far. */
export const API_VERSION = "v1alpha1";

/** Keys that say what a document is, and are no part of its data. */
export const HEADER: readonly string[] = ["apiVersion", "kind"];

/** The first lines of a document; the main one has none of these. */
export function headerText(type: DocumentType): string {
  return type === MAIN ? "" : `apiVersion: ${API_VERSION}\nkind: ${type.kind}\n`;
}
