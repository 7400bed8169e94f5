/**
 * Changes a text of YAML to say something else, in place: whatever stays as it is keeps its bytes,
 * with its comments, its order and its style.
 *
 * @module
 */
import { needsQuotes } from "../../yaml/plain.ts";
import { type Data, isList, isMap, type Value } from "../data.ts";
import { isBlock } from "../encode/scalar.ts";
import { MAIN } from "../schema/documents.ts";
import type { DocumentType, FieldType } from "../schema/types.ts";
import { Edits } from "./edits.ts";
import { columnOf, lineEnd, lineStart, startsLine, startWithComments } from "./lines.ts";
import { behindDash, behindKey, blockLines, type Layout, type Rendered } from "./render.ts";
import { type Pair, pairItems, sameValue } from "./same.ts";
import {
  hasMergeKey,
  type SpanDocument,
  type SpanEntry,
  type SpanList,
  type SpanMap,
  type SpanNode,
} from "./spans.ts";
import { itemType, memberType, own } from "./values.ts";

/** Where a value stands: behind its key or dash, which is at a column. */
interface Slot {
  readonly from: number;
  readonly column: number;
  readonly in: "map" | "list";
}

/** A value as it is and as it is to be. */
interface Change<T extends Value = Value> {
  readonly before: T | undefined;
  readonly after: T;
  readonly type: FieldType | undefined;
}

/** Changes the documents of one text. */
export class Editor {
  readonly #text: string;
  readonly #edits: Edits;
  readonly #layout: Layout;
  /** Where the document starts that is being changed. */
  #start = 0;

  /** Whether what is null may stay where nothing is to be: nodes read both alike. */
  readonly #keepsNull: boolean;

  constructor(text: string, layout: Layout, { keepsNull }: { readonly keepsNull: boolean }) {
    this.#text = text;
    this.#layout = layout;
    this.#keepsNull = keepsNull;
    this.#edits = new Edits(text);
  }

  /** Changes a document's content from one map to another. */
  document({ start, root }: SpanDocument, change: Change & { readonly after: Data }): void {
    this.#start = start;
    const { before, after, type } = change;
    if (sameValue(before, after)) return;
    const isOwnLine = startsLine(this.#text, root.start);
    if (root.kind === "map" && isEditable(root) && isMap(before) && isOwnLine) {
      this.#map(root, { before, after, type }, undefined);
      return;
    }
    const lines = blockLines(after, type, 0, this.#layout);
    const { eol } = this.#edits;
    this.#edits.replace(
      root.start,
      lineEnd(this.#text, root.end),
      (isOwnLine ? "" : eol) + lines.join(eol),
    );
  }

  /** Adds a document: the main one before all others, others at the end. */
  add(data: Data, type: DocumentType): void {
    const { eol } = this.#edits;
    const lines = blockLines(data, type.object, 0, this.#layout);
    const end = this.#text.length;
    if (type !== MAIN || end === 0) {
      this.#edits.replace(end, end, ["---", ...lines, ""].join(eol));
    } else this.#edits.addAbove(0, this.#text.startsWith("---") ? lines : [...lines, "---"]);
  }

  /** Takes a document out. */
  remove(document: SpanDocument): void {
    this.#edits.remove(document);
  }

  /** The text with all changes, or undefined when they are in each other's way. */
  result(): string | undefined {
    return this.#edits.result();
  }

  #value(node: SpanNode, { before, after, type }: Change, slot: Slot): void {
    if (sameValue(before, after)) return;
    const isWhole = (node.kind !== "map" && node.kind !== "list") || !isEditable(node) ||
      !isBlock(after);
    if (!isWhole && node.kind === "map" && isMap(before) && isMap(after)) {
      this.#map(node, { before, after, type }, slot);
    } else if (
      !isWhole && node.kind === "list" && isList(before) && isList(after) &&
      before.length === node.items.length && startsLine(this.#text, node.start)
    ) {
      this.#list(node, { before, after, type }, slot);
    } else this.#whole(node, { before, after, type }, slot);
  }

  /** Writes a value anew; a comment on its line stays. */
  #whole(node: SpanNode, { after, type }: Change, slot: Slot): void {
    const text = this.#text;
    const render = slot.in === "map" ? behindKey : behindDash;
    const { head, lines }: Rendered = flowList(text, node, after) ??
      render(after, type, slot.column, this.#layout);
    const isBlockBefore = (node.kind === "map" || node.kind === "list") && !node.flow;
    const end = lineEnd(text, node.end);
    const comment = isBlockBefore
      ? /^\s*#.*$/.exec(text.slice(slot.from, lineEnd(text, slot.from)))?.[0] ?? ""
      : text.slice(node.end, end).trimEnd();
    const gap = isBlockBefore ? " " : /^ +$/.exec(text.slice(slot.from, node.start))?.[0] ?? " ";
    const first = (head === "" ? "" : gap + head) + comment;
    this.#edits.replace(slot.from, end, [first, ...lines].join(this.#edits.eol));
  }

  #map(node: SpanMap, change: Change<Data>, slot: Slot | undefined): void {
    const { before = {}, after, type } = change;
    const column = columnOf(this.#text, node.start);
    const isGone = ({ name }: SpanEntry) =>
      Object.hasOwn(before, name) && !Object.hasOwn(after, name) &&
      !(this.#keepsNull && before[name] === null);
    const kept = node.entries.filter((entry) => !isGone(entry));
    if (kept.length === 0) {
      const lines = blockLines(after, type, column, this.#layout);
      if (slot) this.#whole(node, change, slot);
      else {this.#edits.replace(
          node.start,
          lineEnd(this.#text, node.end),
          lines.join(this.#edits.eol),
        );}
      return;
    }
    for (const { name, valueFrom, value } of kept) {
      const next = own(after, name);
      if (next === undefined) continue;
      const member = { before: own(before, name), after: next, type: memberType(type, name) };
      this.#value(value, member, { from: valueFrom, column, in: "map" });
    }
    this.#removeEntries(node, isGone, column);
    this.#addEntries(node, kept, change, slot);
  }

  #removeEntries(node: SpanMap, isGone: (entry: SpanEntry) => boolean, column: number): void {
    let atDash: number | undefined;
    for (const [index, entry] of node.entries.entries()) {
      const { start } = entry.key;
      // The first key may stand behind a dash: then what is next moves there.
      if (index === 0 && isGone(entry) && !startsLine(this.#text, start)) atDash = start;
      else if (atDash !== undefined && !isGone(entry)) {
        this.#edits.remove({ start: atDash, end: start });
        atDash = undefined;
      } else if (atDash === undefined && isGone(entry)) {
        this.#edits.removeLines({ start, end: entryEnd(entry) }, column, this.#start);
      }
    }
  }

  /** Adds what is new behind what is before it in the order of the new data. */
  #addEntries(
    { start }: SpanMap,
    kept: readonly SpanEntry[],
    { after, type }: Change<Data>,
    slot: Slot | undefined,
  ): void {
    const column = columnOf(this.#text, start);
    const known = new Map(kept.map((entry) => [entry.name, entry]));
    let previous: SpanEntry | undefined;
    let pending: Record<string, Value> = {};
    const flush = () => {
      if (Object.keys(pending).length === 0) return;
      const lines = blockLines(pending, type, column, this.#layout);
      pending = {};
      // Behind a dash no line can go before the first one.
      if (!startsLine(this.#text, start)) previous ??= kept[0]!;
      if (previous !== undefined) this.#edits.addBehind(entryEnd(previous), column, lines);
      else if (slot !== undefined) this.#edits.addBelow(slot.from, lines);
      else this.#edits.addAbove(lineStart(this.#text, kept[0]!.key.start), lines);
    };
    for (const [name, value] of Object.entries(after)) {
      const entry = known.get(name);
      if (entry === undefined) pending[name] = value;
      else {
        flush();
        previous = entry;
      }
    }
    flush();
  }

  #list(node: SpanList, change: Change<readonly Value[]>, slot: Slot): void {
    const { before = [], after, type } = change;
    const column = columnOf(this.#text, node.start);
    const pairs = pairItems(before, after);
    const kept = pairs.filter(isKept);
    if (kept.length === 0) return this.#whole(node, change, slot);
    let previous: number | undefined;
    for (const pair of pairs) {
      if (isKept(pair)) {
        const from = node.itemsFrom[pair.before]!;
        const member = {
          before: before[pair.before],
          after: after[pair.after]!,
          type: itemType(type),
        };
        this.#value(node.items[pair.before]!, member, { from, column, in: "list" });
        previous = pair.before;
      } else if (pair.before !== undefined) {
        const range = { start: node.itemsFrom[pair.before]! - 1, end: itemEnd(node, pair.before) };
        this.#edits.removeLines(range, column, this.#start);
      } else if (pair.after !== undefined) {
        const lines = blockLines([after[pair.after]!], type, column, this.#layout);
        if (previous !== undefined) {
          this.#edits.addBehind(itemEnd(node, previous), column, lines);
        } else this.#addItemFirst(node, kept[0]!.before, slot, lines);
      }
    }
  }

  /** Adds an item before the first one that stays. */
  #addItemFirst(node: SpanList, first: number, slot: Slot, lines: readonly string[]): void {
    if (first === 0) return this.#edits.addBelow(slot.from, lines);
    const dash = node.itemsFrom[first]! - 1;
    this.#edits.addAbove(startWithComments(this.#text, dash, this.#start), lines);
  }
}

function isKept(pair: Pair): pair is Required<Pair> {
  return pair.before !== undefined && pair.after !== undefined;
}

function entryEnd({ value, valueFrom }: SpanEntry): number {
  return Math.max(value.end, valueFrom);
}

function itemEnd({ items, itemsFrom }: SpanList, index: number): number {
  return Math.max(items[index]!.end, itemsFrom[index]!);
}

/** Whether the parts of a collection can be changed one by one. */
function isEditable(node: SpanMap | SpanList): boolean {
  return !node.flow && !node.anchored && !(node.kind === "map" && hasMergeKey(node));
}

/** A list of plain words in brackets on one line stays one. */
function flowList(text: string, node: SpanNode, after: Value): Rendered | undefined {
  if (node.kind !== "list" || !node.flow || node.items.length === 0) return undefined;
  if (text.slice(node.start, node.end).includes("\n")) return undefined;
  if (!isList(after) || after.length === 0) return undefined;
  if (after.some((item) => typeof item !== "string")) return undefined;
  const kept = node.items.map(({ start, end }) => text.slice(start, end));
  const words = after.map((item) => {
    const word = String(item);
    const isPlain = kept.includes(word) || (/^\w[\w./-]*$/.test(word) && !needsQuotes(word));
    return isPlain ? word : JSON.stringify(word);
  });
  return { head: `[${words.join(", ")}]`, lines: [] };
}
