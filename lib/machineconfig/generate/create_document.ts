import type { ConfigDocument, Data } from "../data.ts";
import { documentType } from "../schema/documents.ts";

/** Creates a document of a kind. */
export function createDocument(kind: string, data: Data): ConfigDocument {
  return { type: documentType(kind), data };
}
