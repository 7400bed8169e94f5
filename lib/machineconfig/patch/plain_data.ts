/**
 * Values of a text as they stand, whatever the schema says: what JSON patches work on.
 *
 * @module
 */
import type { Value } from "../data.ts";
import { resolveScalar } from "../load/scalar.ts";
import type { TreeNode } from "../tree.ts";

/** The value of a node, as nodes read it where anything is allowed. */
export function plainData(node: TreeNode): Value {
  switch (node.kind) {
    case "scalar":
      return resolveScalar(node);
    case "list":
      return node.items.map(plainData);
    case "map": {
      const data: Record<string, Value> = {};
      for (const { key, value } of node.entries) put(data, key, plainData(value));
      return data;
    }
  }
}

/** Sets a key whose name somebody chose: an assignment to `__proto__` would set the prototype. */
export function put(data: Record<string, Value>, name: string, value: Value): void {
  if (name !== "__proto__") data[name] = value;
  else Object.defineProperty(data, name, { value, enumerable: true, writable: true });
}
