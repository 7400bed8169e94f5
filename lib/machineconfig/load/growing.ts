/**
 * A list or map while its parts arrive.
 *
 * @module
 */
import type { Problem } from "../problem.ts";
import type { Entry, MapNode, TreeNode } from "../tree.ts";
import { wrong } from "./syntax.ts";

/** A finished node, with what an alias to it costs. */
export interface Weighed {
  readonly node: TreeNode;
  /** Values in it, itself included, those behind aliases counted again. */
  readonly size: number;
  /** Levels in it. */
  readonly height: number;
}

/** What is wrong with a key. */
export interface Complaint {
  readonly message: string;
  readonly hint?: string;
  /** Where the same key stands already. */
  readonly first?: number;
}

/** Below this many keys a search through them is quicker than an index. */
const FEW = 12;

/** Collects the parts of one list or map. */
export class Growing {
  readonly anchor: string | undefined;
  /** It stands in brackets. */
  readonly isFlow: boolean;
  readonly #kind: "map" | "list";
  readonly #offset: number;
  readonly #tag: string | undefined;
  readonly #items: TreeNode[] = [];
  readonly #entries: Entry[] = [];
  #index: Map<string, number> | undefined;
  #key: { text: string; offset: number; merge: boolean } | undefined;
  #merge: { offset: number; value: TreeNode } | undefined;
  #size = 1;
  #height = 0;

  constructor(
    kind: "map" | "list",
    isFlow: boolean,
    offset: number,
    tag: string | undefined,
    anchor: string | undefined,
  ) {
    this.#kind = kind;
    this.isFlow = isFlow;
    this.#offset = offset;
    this.#tag = tag;
    this.anchor = anchor;
  }

  /** Adds an item, a key or the value of the latest key. */
  add({ node, size, height }: Weighed, offset: number): Complaint | undefined {
    this.#size += size;
    this.#height = Math.max(this.#height, height);
    if (this.#kind === "list") {
      this.#items.push(node);
      return undefined;
    }
    if (this.#key === undefined) return this.#takeKey(node, offset);
    const { text, offset: keyOffset, merge } = this.#key;
    this.#key = undefined;
    if (merge) this.#merge = { offset: keyOffset, value: node };
    else this.#entries.push({ key: text, keyOffset, value: node });
    return undefined;
  }

  #takeKey(node: TreeNode, offset: number): Complaint | undefined {
    if (node.kind !== "scalar") {
      this.#key = { text: "", offset, merge: false };
      return { message: `a ${node.kind} cannot be a key` };
    }
    const merge = node.text === "<<" && node.plain && (node.tag ?? "merge") === "merge";
    this.#key = { text: node.text, offset, merge };
    const first = merge ? this.#merge?.offset : this.#find(node.text);
    if (first === undefined) return undefined;
    return {
      message: `the key "${node.text}" is there twice, first`,
      hint: "remove one of them",
      first,
    };
  }

  /** Where a key stands already; a new one is remembered. */
  #find(key: string): number | undefined {
    if (this.#entries.length < FEW) {
      return this.#entries.find((entry) => entry.key === key)?.keyOffset;
    }
    this.#index ??= new Map(this.#entries.map((entry) => [entry.key, entry.keyOffset]));
    const first = this.#index.get(key);
    if (first === undefined) this.#index.set(key, this.#key!.offset);
    return first;
  }

  /** The finished node. */
  close(problems: Problem[]): Weighed {
    const place = {
      offset: this.#offset,
      ...(this.#tag === undefined ? {} : { tag: this.#tag }),
    };
    const node: TreeNode = this.#kind === "list"
      ? { kind: "list", ...place, items: this.#items }
      : { kind: "map", ...place, ...this.#content(problems) };
    return { node, size: this.#size, height: this.#height + 1 };
  }

  #content(problems: Problem[]): Pick<MapNode, "entries" | "mergeOffset"> {
    if (this.#merge === undefined) return { entries: this.#entries };
    const { offset, value } = this.#merge;
    const sources = value.kind === "list" ? value.items : [value];
    const entries = [...this.#entries];
    const known = new Set(entries.map((entry) => entry.key));
    for (const source of sources) {
      if (source.kind !== "map") {
        problems.push(
          wrong(offset, `the merge key "<<" takes a map or a list of maps, not a ${source.kind}`),
        );
        continue;
      }
      for (const entry of source.entries) {
        if (known.has(entry.key)) continue;
        known.add(entry.key);
        entries.push(entry);
      }
    }
    return { entries, mergeOffset: offset };
  }
}
