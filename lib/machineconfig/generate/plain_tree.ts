/**
 * Reads maps of texts that are laid out as bundles are written, without a YAML library, whose loading
 * takes longer than all else that reading a bundle takes.
 *
 * @module
 */
import type { Entry, MapNode, TreeNode } from "../tree.ts";

/** `key:` or `key: value` with its indent: no quotes, comments, tabs or empty lines. */
const LINE = /^( *)([a-z][a-z0-9]*):(?: ([A-Za-z0-9+/=_.-]+))?$/;
const INDENT = 4;

/** A map of which some lines were read. */
interface Open {
  readonly node: MapNode & { readonly entries: Entry[] };
  readonly indent: number;
}

/**
 * The tree of a text, or undefined when it is written in another way: then a YAML library knows more.
 * Otherwise it would give the same tree.
 */
export function plainTree(text: string): MapNode | undefined {
  const top: Open = { node: { kind: "map", offset: 0, entries: [] }, indent: 0 };
  const open = [top];
  let offset = 0;
  /** A key whose value starts on the next line. */
  let waiting: { readonly key: string; readonly keyOffset: number } | undefined;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const [, margin, key, value] = LINE.exec(line) ?? [];
    if (margin === undefined || key === undefined) return undefined;
    const keyOffset = offset + margin.length;
    offset += line.length + 1;
    if (waiting !== undefined) {
      const indent = open.at(-1)!.indent + INDENT;
      if (margin.length !== indent) return undefined;
      const node: Open["node"] = { kind: "map", offset: keyOffset, entries: [] };
      if (!add(open.at(-1)!, waiting, node)) return undefined;
      open.push({ node, indent });
      waiting = undefined;
    }
    while (open.length > 1 && margin.length < open.at(-1)!.indent) open.pop();
    const current = open.at(-1)!;
    if (margin.length !== current.indent) return undefined;
    if (value === undefined) {
      waiting = { key, keyOffset };
      continue;
    }
    const at = keyOffset + key.length + 2;
    const scalar: TreeNode = { kind: "scalar", offset: at, text: value, plain: true };
    if (!add(current, { key, keyOffset }, scalar)) return undefined;
  }
  return waiting === undefined ? top.node : undefined;
}

/** Adds an entry, unless the key is there already. */
function add(
  { node }: Open,
  { key, keyOffset }: { readonly key: string; readonly keyOffset: number },
  value: TreeNode,
): boolean {
  if (node.entries.some((entry) => entry.key === key)) return false;
  node.entries.push({ key, keyOffset, value });
  return true;
}
