/**
 * Values of a text as they stand, whatever the schema says: what JSON patches work on.
 *
 * @module
 */
import type { Value } from "../data.ts";
import { resolveScalar } from "../../yaml/scalar.ts";
import type { TreeNode } from "../../yaml/tree.ts";

/** The value of a node, as nodes read it where anything is allowed. */
export function plainData(node: TreeNode): Value {
  switch (node.kind) {
    case "scalar":
      return resolveScalar(node);
    case "list":
      return node.items.map(plainData);
    case "map":
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [key, plainData(value)] as const),
      );
  }
}
