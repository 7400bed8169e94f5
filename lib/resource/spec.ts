/**
 * Parses specs of resources; loads the YAML library only for unusual ones.
 *
 * @module
 */
import type { Value } from "../output/value.ts";
import { readPlainForm } from "../yaml/plain_form.ts";
import type { TreeNode } from "../yaml/tree.ts";
import { resolvePlain } from "./scalar.ts";

/**
 * Parses the YAML of a spec; an empty text is null.
 *
 * @param what The resource, for the error.
 * @throws {OsctlError} of kind `node` when the text is not YAML.
 */
export async function readSpec(text: string, what: string): Promise<Value> {
  if (text === "") return null;
  const tree = readPlainForm(text);
  if (tree !== undefined) return valueOf(tree);
  const { parseSpec } = await import("./yaml_value.ts");
  return parseSpec(text, what);
}

/** Loads the YAML library, before a full screen: see `loadDialers`. */
export async function loadSpecParser(): Promise<void> {
  await import("./yaml_value.ts");
}

function valueOf(node: TreeNode): Value {
  switch (node.kind) {
    case "scalar":
      return node.plain ? resolvePlain(node.text) : node.text;
    case "list":
      return node.items.map(valueOf);
    case "map":
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [key, valueOf(value)] as const),
      );
  }
}
