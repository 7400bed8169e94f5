/**
 * Detects the kind of a document as nodes do.
 *
 * @module
 */
import { didYouMean } from "../../output/nearest.ts";
import { type Problem, wrong } from "../problem.ts";
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { API_VERSION } from "../schema/header.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease, DocumentType } from "../schema/types.ts";
import type { MapNode, ScalarNode, TreeNode } from "../../yaml/tree.ts";
import { isNull } from "../../yaml/scalar.ts";

/** Keys that identify the main document; a version alone does not. */
const MAIN_KEYS = Object.keys(MAIN.object.fields).filter((key) => key !== "version");

/** A tree and its kind. */
export interface Detected {
  readonly type: DocumentType;
  readonly tree: MapNode;
}

/** Returns the kind of a document, or a problem when it is unknown. */
export function detect(tree: TreeNode, release: ConfigRelease): Detected | Problem {
  if (tree.kind !== "map") {
    const empty = tree.kind === "scalar" && isNull(tree);
    return wrong(
      tree.offset,
      empty ? "empty document" : `expected a map, found a ${tree.kind}`,
      empty ? 'remove the "---" before it' : 'start with "machine:" and "cluster:"',
    );
  }
  const kind = scalar(tree, "kind");
  const version = scalar(tree, "apiVersion");
  const isMain = tree.entries.some(({ key }) => MAIN_KEYS.includes(key));
  if (kind === undefined) {
    // A main document has no apiVersion, which becomes an unknown key.
    if (isMain || version?.text === API_VERSION) return { type: MAIN, tree };
    return wrong(
      tree.entries[0]?.keyOffset ?? tree.offset,
      "unrecognised document",
      'a main document has "machine" or "cluster"; others have "apiVersion" and "kind"',
    );
  }
  const known = DOCUMENTS.filter((one) => one !== MAIN && !isLater(one.since, release));
  const type = DOCUMENTS.find((one) => one !== MAIN && one.kind === kind.text);
  if (type === undefined) return unknownKind(kind, known);
  if (isLater(type.since, release)) {
    return wrong(
      kind.offset,
      `documents of kind "${type.kind}" require ${type.since}`,
      "remove the document",
      ["kind"],
    );
  }
  if (version?.text === API_VERSION || version === undefined && isMain) return { type, tree };
  return wrong(
    version?.offset ?? kind.offset,
    version === undefined
      ? 'missing "apiVersion"'
      : `unknown version "${version.text}" of ${type.kind}`,
    `write "apiVersion: ${API_VERSION}"`,
    version === undefined ? [] : ["apiVersion"],
  );
}

function unknownKind(kind: ScalarNode, known: readonly DocumentType[]): Problem {
  const names = known.map((one) => one.kind);
  const hint = didYouMean(kind.text, names) ??
    (names.length === 0
      ? 'remove "kind"; a main document has none'
      : `use one of ${names.join(", ")}`);
  return wrong(kind.offset, `unknown kind "${kind.text}"`, hint, ["kind"]);
}

/** Returns the scalar of a header key unless it is empty. */
function scalar(tree: MapNode, key: string): ScalarNode | undefined {
  const value = tree.entries.find((entry) => entry.key === key)?.value;
  return value?.kind !== "scalar" || isNull(value) || value.text === "" ? undefined : value;
}
