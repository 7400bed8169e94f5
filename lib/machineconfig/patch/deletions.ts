/**
 * `$patch: delete` in a strategic patch: what it says, and the text without it.
 *
 * @module
 */
import type { Deletion } from "./patch.ts";
import type { SpanDocument, SpanEntry, SpanList, SpanMap, SpanNode } from "./spans.ts";

/** Something about a deletion that cannot be meant. */
export interface DeletionProblem {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** The deletions of a text, and what is left of it. */
export interface Split {
  readonly deletions: readonly Deletion[];
  readonly problems: readonly DeletionProblem[];
  /** The text with blanks in place of deletions: what is left keeps its place. */
  readonly rest: string;
  /** Nothing but deletions was in the text. */
  readonly empty: boolean;
}

/** Takes the deletions out of a text. */
export function splitDeletions(text: string, documents: readonly SpanDocument[]): Split {
  const splitter = new Splitter(text);
  let left = 0;
  for (const document of documents) {
    if (splitter.take(document)) splitter.blank(document.start, document.end);
    else left++;
  }
  return { ...splitter.result(), empty: documents.length > 0 && left === 0 };
}

/** A step of a way through a patch: a key, or an item of a list. */
type Steps = readonly (string | number)[];

class Splitter {
  readonly #text: string;
  readonly #deletions: Deletion[] = [];
  readonly #problems: DeletionProblem[] = [];
  readonly #blanks: [start: number, end: number][] = [];
  #root: SpanMap | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  result(): Omit<Split, "empty"> {
    let rest = this.#text;
    for (const [start, end] of this.#blanks) {
      rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\r\n]/g, " ") +
        rest.slice(end);
    }
    return { deletions: this.#deletions, problems: this.#problems, rest };
  }

  /** Whether nothing is left of a document. */
  take({ root }: SpanDocument): boolean {
    if (root.kind !== "map") return false;
    this.#root = root;
    const before = this.#deletions.length;
    if (this.#map(root, [])) return true;
    // What only says which document it is about has nothing to merge.
    const identity = ["apiVersion", "kind", "name"];
    return this.#deletions.length > before &&
      root.entries.every(({ name, value }) => identity.includes(name) || this.#isBlanked(value));
  }

  /** Hides a part of the text. */
  blank(start: number, end: number): void {
    this.#blanks.push([start, end]);
  }

  #isBlanked({ start, end }: SpanNode): boolean {
    return this.#blanks.some(([from, to]) => from <= start && end <= to);
  }

  /** Whether a value goes as a whole. */
  #value(node: SpanNode, path: Steps): boolean {
    if (node.kind === "map") return this.#map(node, path);
    return node.kind === "list" && this.#list(node, path);
  }

  #map(map: SpanMap, path: Steps): boolean {
    let left = map.entries.length;
    for (const entry of map.entries) {
      if (isDeletion(entry)) {
        this.#found(map, path, entry.key.start);
        return true;
      }
      if (!this.#value(entry.value, [...path, entry.name])) continue;
      this.blank(entry.key.start, entry.value.end);
      if (map.flow) this.#blankComma(entry.key.start, entry.value.end);
      left--;
    }
    return left === 0 && map.entries.length > 0;
  }

  #list(list: SpanList, path: Steps): boolean {
    let left = list.items.length;
    for (const [index, item] of list.items.entries()) {
      if (!this.#value(item, [...path, index])) continue;
      const start = list.flow ? item.start : list.itemsFrom[index]! - 1;
      this.blank(start, item.end);
      if (list.flow) this.#blankComma(start, item.end);
      left--;
    }
    return left === 0 && list.items.length > 0;
  }

  /** In braces, one of the commas next to what goes has to go too. */
  #blankComma(start: number, end: number): void {
    const after = /^\s*,/.exec(this.#text.slice(end));
    if (after) return this.blank(end, end + after[0].length);
    const before = this.#text.slice(0, start).replace(/\s+$/, "").length - 1;
    if (this.#text[before] === ",") this.blank(before, before + 1);
  }

  #found(map: SpanMap, path: Steps, offset: number): void {
    const texts = path.filter((step) => typeof step === "string");
    const inList = typeof path.at(-1) === "number";
    if (path.length - texts.length > (inList ? 1 : 0)) {
      this.#problem(
        offset,
        "something inside an item of a list cannot be deleted",
        "delete the whole item and merge its new form, or use a JSON patch",
      );
      return;
    }
    const identity = this.#identity(offset, path.length === 0);
    if (identity === undefined) return;
    if (!inList) {
      this.#deletions.push({ ...identity, path: texts, offset });
      return;
    }
    const named = map.entries.find((entry) => !isDeletion(entry));
    if (named?.value.kind !== "scalar") {
      this.#problem(
        offset,
        "it is not said which item of the list is to be deleted",
        'put a field with a value beside it, such as "interface: eth0"',
      );
      return;
    }
    const item = { field: named.name, value: named.value.scalar.text };
    this.#deletions.push({ ...identity, path: texts, item, offset });
  }

  /** Which document a deletion is for. */
  #identity(offset: number, whole: boolean): Pick<Deletion, "kind" | "name"> | undefined {
    const text = (key: string) => {
      const value = this.#root?.entries.find(({ name }) => name === key)?.value;
      return value?.kind === "scalar" ? value.scalar.text : "";
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
          ? "name the document to delete by apiVersion and kind; the main one cannot be deleted"
          : "give both apiVersion and kind",
      );
      return undefined;
    }
    return { kind: kind === "" ? "v1alpha1" : kind, ...(name === "" ? {} : { name }) };
  }

  #problem(offset: number, message: string, hint: string): void {
    this.#problems.push({ offset, message, hint });
  }
}

function isDeletion({ name, value }: SpanEntry): boolean {
  return name === "$patch" && value.kind === "scalar" && value.scalar.text === "delete";
}
