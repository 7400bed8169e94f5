/**
 * The values of a document in the order in which sops hashes them.
 *
 * @module
 */
import {
  type ErrorAt,
  isNull,
  resolveScalar,
  type SourceDocument,
  type SourceScalar,
  type WrittenNode,
} from "../yaml/mod.ts";
import { METADATA_KEY } from "./sops_metadata.ts";
import type { SopsValue } from "./sops_value.ts";

/** A value and its path. */
export interface Leaf {
  /** Keys; items of a list have the path of the list. */
  readonly path: readonly string[];
  readonly node: SourceScalar;
  readonly value: SopsValue;
  /** Within brackets or braces. */
  readonly isInFlow: boolean;
}

/**
 * Returns the values of a document, except null and the entry `sops`.
 *
 * @throws {OsctlError} for aliases, which have no single path.
 */
export function leavesOf({ root }: SourceDocument, errorAt: ErrorAt): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (node: WrittenNode, path: readonly string[], isInFlow: boolean) => {
    switch (node.kind) {
      case "alias":
        throw errorAt(node.offset, "encrypted files cannot contain aliases", "write the value");
      case "map":
        for (const { key, value } of node.written) {
          if (path.length > 0 || key !== METADATA_KEY) {
            visit(value, [...path, key], isInFlow || node.flow);
          }
        }
        break;
      case "list":
        node.written.forEach((item) => visit(item, path, isInFlow || node.flow));
        break;
      case "scalar": {
        const value = isNull(node) ? null : resolveScalar(node);
        if (value !== null) leaves.push({ path, node, value, isInFlow });
      }
    }
  };
  visit(root, [], false);
  return leaves;
}
