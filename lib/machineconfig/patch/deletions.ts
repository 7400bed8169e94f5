/**
 * Splits a strategic patch into its `$patch: delete` entries and the rest.
 *
 * @module
 */
import type {
  SourceDocument,
  SourceList,
  SourceMap,
  SourceNode,
  TreeNode,
  WrittenEntry,
  WrittenNode,
} from "../../yaml/mod.ts";
import type { Deletion } from "./patch.ts";

/** A problem of a deletion. */
export interface DeletionProblem {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** A patch split into deletions and the rest. */
export interface Split {
  readonly deletions: readonly Deletion[];
  readonly problems: readonly DeletionProblem[];
  /** The documents without deletions; documents without other content are omitted. */
  readonly documents: readonly { readonly root: TreeNode }[];
}

/** Splits the documents of a patch. */
export function splitDeletions(documents: readonly SourceDocument[]): Split {
  const splitter = new Splitter();
  const rest = documents.flatMap(({ root }) => {
    const left = splitter.take(root);
    return left === undefined ? [] : [{ root: left }];
  });
  return { deletions: splitter.deletions, problems: splitter.problems, documents: rest };
}

/** A path in a patch: keys and indices. */
type Steps = readonly (string | number)[];

/** Keys that identify a document. */
const IDENTITY = ["apiVersion", "kind", "name"];

class Splitter {
  readonly deletions: Deletion[] = [];
  readonly problems: DeletionProblem[] = [];
  /** Nodes without their deleted parts, for aliases to them. */
  readonly #pruned = new Map<SourceNode, TreeNode>();
  #root: SourceMap | undefined;

  /** Returns what remains of a document; undefined when there is nothing to merge. */
  take(root: SourceNode): TreeNode | undefined {
    if (root.kind !== "map") return root;
    this.#root = root;
    const before = this.deletions.length;
    const left = this.#map(root, []);
    if (left === undefined || this.deletions.length === before) return left;
    const isIdentity = left.kind === "map" &&
      left.entries.every(({ key }) => IDENTITY.includes(key));
    return isIdentity ? undefined : left;
  }

  /** Returns what remains of a value; undefined when it is deleted as a whole. */
  #value(node: WrittenNode, path: Steps): TreeNode | undefined {
    if (node.kind === "alias") return this.#pruned.get(node.target) ?? node.target;
    if (node.kind === "scalar") return node;
    const left = node.kind === "map" ? this.#map(node, path) : this.#list(node, path);
    if (left !== undefined && left !== node) this.#pruned.set(node, left);
    return left;
  }

  #map(map: SourceMap, path: Steps): TreeNode | undefined {
    const own = new Map<number, TreeNode | undefined>();
    for (const entry of map.written) {
      if (isDeletion(entry)) {
        this.#addDeletion(map, path, entry.keyOffset);
        return undefined;
      }
      own.set(entry.keyOffset, this.#value(entry.value, [...path, entry.key]));
    }
    const left = map.entries.flatMap((entry) => {
      const value = own.has(entry.keyOffset) ? own.get(entry.keyOffset) : entry.value;
      return value === undefined ? [] : value === entry.value ? [entry] : [{ ...entry, value }];
    });
    if (left.length === 0 && map.entries.length > 0) return undefined;
    return left.every((entry, index) => entry === map.entries[index]) &&
        left.length === map.entries.length
      ? map
      : { ...map, entries: left };
  }

  #list(list: SourceList, path: Steps): TreeNode | undefined {
    const left = list.written.flatMap((item, index) => {
      const value = this.#value(item, [...path, index]);
      return value === undefined ? [] : [value];
    });
    if (left.length === 0 && list.items.length > 0) return undefined;
    return left.every((item, index) => item === list.items[index]) &&
        left.length === list.items.length
      ? list
      : { ...list, items: left };
  }

  #addDeletion(map: SourceMap, path: Steps, offset: number): void {
    const texts = path.filter((step) => typeof step === "string");
    const inList = typeof path.at(-1) === "number";
    if (path.length - texts.length > (inList ? 1 : 0)) {
      this.#problem(
        offset,
        "cannot delete a part of a list item",
        "delete the whole item and merge its replacement, or use a JSON patch",
      );
      return;
    }
    const identity = this.#identity(offset, path.length === 0);
    if (identity === undefined) return;
    if (!inList) {
      this.deletions.push({ ...identity, path: texts, offset });
      return;
    }
    const named = map.written.find((entry) => !isDeletion(entry));
    if (named?.value.kind !== "scalar") {
      this.#problem(
        offset,
        "missing field that identifies the list item to delete",
        'add one next to "$patch", such as "interface: eth0"',
      );
      return;
    }
    const item = { field: named.key, value: named.value.text };
    this.deletions.push({ ...identity, path: texts, item, offset });
  }

  /** Returns the kind and name of the document that a deletion concerns. */
  #identity(offset: number, whole: boolean): Pick<Deletion, "kind" | "name"> | undefined {
    const text = (key: string) => {
      const value = this.#root?.entries.find((entry) => entry.key === key)?.value;
      return value?.kind === "scalar" ? value.text : "";
    };
    const [version, kind, name] = [text("apiVersion"), text("kind"), text("name")];
    if ((version === "") !== (kind === "") || (whole && kind === "")) {
      const missing = kind === "" && version === ""
        ? "apiVersion and kind"
        : kind === ""
        ? "kind"
        : "apiVersion";
      this.#problem(
        offset,
        `the document to delete from has no ${missing}`,
        whole && kind === ""
          ? "add apiVersion and kind; the main document cannot be deleted"
          : "add both apiVersion and kind",
      );
      return undefined;
    }
    return { kind: kind === "" ? "v1alpha1" : kind, ...(name === "" ? {} : { name }) };
  }

  #problem(offset: number, message: string, hint: string): void {
    this.problems.push({ offset, message, hint });
  }
}

function isDeletion({ key, value }: WrittenEntry): boolean {
  return key === "$patch" && value.kind === "scalar" && value.text === "delete";
}
