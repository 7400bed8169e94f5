import { type ConfigDocument, isMap } from "../data.ts";
import { MAIN } from "../schema/documents.ts";
import { headerText } from "../schema/header.ts";
import { NEWEST } from "../schema/releases.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { documentLines, type Style } from "./layout.ts";
import { normalise, normaliseForComments } from "./normalise.ts";

/** Additions to the data. */
export interface EncodeOptions {
  /** A comment on each field. */
  readonly docs: boolean;
  /** Commented examples of fields that are absent or empty. */
  readonly examples: boolean;
  /** The release of the examples; the newest by default. */
  readonly release?: ConfigRelease | undefined;
}

/** Encodes documents as YAML, the main one first. */
export function encodeConfig(
  documents: readonly ConfigDocument[],
  { docs, examples, release = NEWEST }: EncodeOptions,
): string {
  const inOrder = [
    ...documents.filter(({ type }) => type.kind === MAIN.kind),
    ...documents.filter(({ type }) => type.kind !== MAIN.kind),
  ];
  const styleOf = (document: ConfigDocument) => ({
    docs,
    examplesFor: examples ? { release, isControlPlane: !isOfWorker(document) } : undefined,
  });
  return inOrder.map((document) => documentText(document, styleOf(document))).join("---\n");
}

function isOfWorker({ data }: ConfigDocument): boolean {
  const machine = data["machine"];
  return isMap(machine) && machine["type"] === "worker";
}

function documentText(document: ConfigDocument, style: Style): string {
  const { type } = document;
  const isPlain = !style.docs && style.examplesFor === undefined;
  const data = isPlain ? normalise(document) : normaliseForComments(document);
  return headerText(type) + documentLines(type.object, data, style);
}
