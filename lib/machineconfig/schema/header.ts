/**
 * The document header: `apiVersion` and `kind`.
 *
 * @module
 */
import { MAIN } from "./documents.ts";
import type { DocumentType } from "./types.ts";

/** The only document version. */
export const API_VERSION = "v1alpha1";

/** Keys that identify a document and are not part of its data. */
export const HEADER: readonly string[] = ["apiVersion", "kind"];

/** Returns the header lines of a document; the main document has none. */
export function headerText(type: DocumentType): string {
  return type === MAIN ? "" : `apiVersion: ${API_VERSION}\nkind: ${type.kind}\n`;
}
