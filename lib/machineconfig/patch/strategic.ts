/**
 * Merges documents of a strategic patch into documents of the same kind and name.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument } from "../data.ts";
import { problemLine } from "../load/locate.ts";
import type { LoadedDocument } from "../load.ts";
import type { Path } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { TreeNode } from "../../yaml/tree.ts";
import { applyDeletion } from "./apply_deletion.ts";
import { MergeConflict, mergeObject } from "./merge.ts";
import type { StrategicPatch } from "./patch.ts";

/**
 * Returns the documents after a patch, the main one first.
 *
 * @throws {OsctlError} of kind `input`, with the position in the patch of a conflict.
 */
export function applyStrategic(
  documents: readonly ConfigDocument[],
  patch: StrategicPatch,
  release: ConfigRelease,
): ConfigDocument[] {
  let merged = [...documents];
  for (const deletion of patch.deletions) merged = applyDeletion(merged, deletion, patch);
  for (const document of patch.documents) {
    const at = merged.findIndex((other) => isSame(other, document));
    if (at < 0) merged.push({ type: document.type, data: document.data });
    else merged[at] = mergeDocument(merged[at]!, document, patch, release);
  }
  return merged.sort((a, b) => Number(b.type === MAIN) - Number(a.type === MAIN));
}

/** Reports whether two documents have the same kind and, if named, the same name. */
export function isSame(one: ConfigDocument, other: ConfigDocument): boolean {
  return one.type === other.type &&
    (!one.type.named || (one.data["name"] ?? "") === (other.data["name"] ?? ""));
}

function mergeDocument(
  document: ConfigDocument,
  overlay: LoadedDocument,
  patch: StrategicPatch,
  release: ConfigRelease,
): ConfigDocument {
  const { type, data } = document;
  try {
    return { type, data: mergeObject(type.object, data, overlay.data, release) };
  } catch (error) {
    if (!(error instanceof MergeConflict)) throw error;
    const { path, message } = error;
    const offset = offsetAt(overlay.tree, path);
    const problem = {
      severity: "error" as const,
      offset,
      path,
      message,
      hint: "use a value of the existing type, or a JSON patch",
    };
    throw new OsctlError("input", problemLine(problem, patch), { cause: error });
  }
}

/** Returns the offset of the value at a path. */
function offsetAt(tree: TreeNode, path: Path): number {
  const [step, ...rest] = path;
  let next: TreeNode | undefined;
  if (tree.kind === "map") {
    const entry = tree.entries.find(({ key }) => key === step);
    if (entry !== undefined && rest.length === 0) return entry.keyOffset;
    next = entry?.value;
  } else if (tree.kind === "list") next = tree.items[Number(step)];
  return next === undefined ? tree.offset : offsetAt(next, rest);
}
