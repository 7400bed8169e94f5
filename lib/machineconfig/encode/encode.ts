import type { ConfigDocument } from "../data.ts";
import { MAIN } from "../schema/documents.ts";
import { normalise } from "./normalise.ts";
import { block } from "./plain.ts";

/** What is added to the data. */
export interface EncodeOptions {
  /** A comment on what each field is. */
  readonly docs: boolean;
  /** Commented examples of fields that are absent or empty. */
  readonly examples: boolean;
}

/** Documents as YAML, the main one first. */
export function encodeConfig(
  documents: readonly ConfigDocument[],
  _options: EncodeOptions,
): string {
  const inOrder = [
    ...documents.filter(({ type }) => type.kind === MAIN.kind),
    ...documents.filter(({ type }) => type.kind !== MAIN.kind),
  ];
  return inOrder.map(plainDocument).join("---\n");
}

function plainDocument(document: ConfigDocument): string {
  const { type } = document;
  const head = type.kind === MAIN.kind ? "" : `apiVersion: v1alpha1\nkind: ${type.kind}\n`;
  return head + block(type.object, normalise(document), 0);
}
