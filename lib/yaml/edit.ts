/**
 * Edits YAML texts in place: every unchanged part keeps its bytes, with comments, order and style.
 *
 * @module
 */
import { own, type Pair, pairItems, sameValue } from "./compare.ts";
import { Edits } from "./edits.ts";
import type { Layout } from "./layout.ts";
import { columnOf, lineEnd, lineStart, startsLine, startWithComments } from "./lines.ts";
import { needsQuotes } from "./plain.ts";
import { resolveScalar } from "./scalar.ts";
import type { SourceDocument, SourceList, SourceMap, WrittenEntry, WrittenNode } from "./tree.ts";
import {
  blockLines,
  hasLines,
  isList,
  isMap,
  writeItem,
  writeMember,
  type Written,
  type YamlMap,
  type YamlValue,
} from "./write.ts";

/** The place of a value: after its key or dash. */
interface Slot {
  readonly from: number;
  /** Column of the key or dash. */
  readonly column: number;
  readonly in: "map" | "list";
}

/** A value before and after. */
interface Change<T extends YamlValue = YamlValue> {
  readonly before: T | undefined;
  readonly after: T;
}

/** An editor of the documents of one text. */
export class TextEditor {
  readonly #text: string;
  readonly #edits: Edits;
  readonly #layout: Layout;
  /** Start of the document being edited. */
  #start = 0;

  /** Whether null values may stay where the new data has no value. */
  readonly #keepsNull: boolean;

  constructor(text: string, layout: Layout, { keepsNull }: { readonly keepsNull: boolean }) {
    this.#text = text;
    this.#layout = layout;
    this.#keepsNull = keepsNull;
    this.#edits = new Edits(text);
  }

  /** Replaces the content of a document. */
  document({ start, root }: SourceDocument, change: Change & { readonly after: YamlMap }): void {
    this.#start = start;
    const { before, after } = change;
    if (sameValue(before, after)) return;
    const isOwnLine = startsLine(this.#text, root.start);
    if (root.kind === "map" && isEditable(root) && isMap(before) && isOwnLine) {
      this.#map(root, { before, after }, undefined);
      return;
    }
    const lines = blockLines(after, 0, this.#layout);
    const { eol } = this.#edits;
    this.#edits.replace(
      root.start,
      lineEnd(this.#text, root.end),
      (isOwnLine ? "" : eol) + lines.join(eol),
    );
  }

  /** Adds a document before or after all others. */
  add(data: YamlMap, place: "first" | "last"): void {
    const { eol } = this.#edits;
    const lines = blockLines(data, 0, this.#layout);
    const end = this.#text.length;
    if (place === "last" || end === 0) {
      this.#edits.replace(end, end, ["---", ...lines, ""].join(eol));
    } else this.#edits.addAbove(0, this.#text.startsWith("---") ? lines : [...lines, "---"]);
  }

  /** Removes a document. */
  remove(document: SourceDocument): void {
    this.#edits.remove(document);
  }

  /** Returns the text with all changes; undefined when they overlap. */
  result(): string | undefined {
    return this.#edits.result();
  }

  #value(node: WrittenNode, { before, after }: Change, slot: Slot): void {
    if (sameValue(before, after)) return;
    const isWhole = (node.kind !== "map" && node.kind !== "list") || !isEditable(node) ||
      !hasLines(after);
    if (!isWhole && node.kind === "map" && isMap(before) && isMap(after)) {
      this.#map(node, { before, after }, slot);
    } else if (
      !isWhole && node.kind === "list" && isList(before) && isList(after) &&
      before.length === node.written.length && startsLine(this.#text, node.start)
    ) {
      this.#list(node, { before, after }, slot);
    } else this.#whole(node, { before, after }, slot);
  }

  /** Replaces a whole value; a comment on its line stays. */
  #whole(node: WrittenNode, { after }: Change, slot: Slot): void {
    const text = this.#text;
    const write = slot.in === "map" ? writeMember : writeItem;
    const { head, lines }: Written = flowList(text, node, after) ??
      write(after, slot.column, this.#layout);
    const isBlockBefore = (node.kind === "map" || node.kind === "list") && !node.flow;
    const end = lineEnd(text, node.end);
    const comment = isBlockBefore
      ? /^\s*#.*$/.exec(text.slice(slot.from, lineEnd(text, slot.from)))?.[0] ?? ""
      : text.slice(node.end, end).trimEnd();
    const gap = isBlockBefore ? " " : /^ +$/.exec(text.slice(slot.from, node.start))?.[0] ?? " ";
    const first = (head === "" ? "" : gap + head) + comment;
    this.#edits.replace(slot.from, end, [first, ...lines].join(this.#edits.eol));
  }

  #map(node: SourceMap, change: Change<YamlMap>, slot: Slot | undefined): void {
    const { before = {}, after } = change;
    const column = columnOf(this.#text, node.start);
    const isGone = ({ key }: WrittenEntry) =>
      Object.hasOwn(before, key) && !Object.hasOwn(after, key) &&
      !(this.#keepsNull && before[key] === null);
    const kept = node.written.filter((entry) => !isGone(entry));
    if (kept.length === 0) {
      const lines = blockLines(after, column, this.#layout);
      if (slot) this.#whole(node, change, slot);
      else {this.#edits.replace(
          node.start,
          lineEnd(this.#text, node.end),
          lines.join(this.#edits.eol),
        );}
      return;
    }
    for (const { key, valueFrom, value } of kept) {
      const next = own(after, key);
      if (next === undefined) continue;
      const member = { before: own(before, key), after: next };
      this.#value(value, member, { from: valueFrom, column, in: "map" });
    }
    this.#removeEntries(node, isGone, column);
    this.#addEntries(node, kept, change, slot);
  }

  #removeEntries(node: SourceMap, isGone: (entry: WrittenEntry) => boolean, column: number): void {
    let atDash: number | undefined;
    for (const [index, entry] of node.written.entries()) {
      const start = entry.keyOffset;
      // If the first key follows a dash, the next entry moves there.
      if (index === 0 && isGone(entry) && !startsLine(this.#text, start)) atDash = start;
      else if (atDash !== undefined && !isGone(entry)) {
        this.#edits.remove({ start: atDash, end: start });
        atDash = undefined;
      } else if (atDash === undefined && isGone(entry)) {
        this.#edits.removeLines({ start, end: entryEnd(entry) }, column, this.#start);
      }
    }
  }

  /** Adds new entries after those that precede them in the new data. */
  #addEntries(
    { start }: SourceMap,
    kept: readonly WrittenEntry[],
    { after }: Change<YamlMap>,
    slot: Slot | undefined,
  ): void {
    const column = columnOf(this.#text, start);
    const known = new Map(kept.map((entry) => [entry.key, entry]));
    let previous: WrittenEntry | undefined;
    let pending: Record<string, YamlValue> = {};
    const flush = () => {
      if (Object.keys(pending).length === 0) return;
      const lines = blockLines(pending, column, this.#layout);
      pending = {};
      // No line can precede an entry on the line of a dash.
      if (!startsLine(this.#text, start)) previous ??= kept[0]!;
      if (previous !== undefined) this.#edits.addAfter(entryEnd(previous), column, lines);
      else if (slot !== undefined) this.#edits.addBelow(slot.from, lines);
      else this.#edits.addAbove(lineStart(this.#text, kept[0]!.keyOffset), lines);
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

  #list(node: SourceList, change: Change<readonly YamlValue[]>, slot: Slot): void {
    const { before = [], after } = change;
    const column = columnOf(this.#text, node.start);
    const pairs = pairItems(before, after);
    const kept = pairs.filter(isKept);
    if (kept.length === 0) return this.#whole(node, change, slot);
    let previous: number | undefined;
    for (const pair of pairs) {
      if (isKept(pair)) {
        const from = node.itemsFrom[pair.before]!;
        const member = { before: before[pair.before], after: after[pair.after] };
        this.#value(node.written[pair.before]!, member, { from, column, in: "list" });
        previous = pair.before;
      } else if (pair.before !== undefined) {
        const range = { start: node.itemsFrom[pair.before]! - 1, end: itemEnd(node, pair.before) };
        this.#edits.removeLines(range, column, this.#start);
      } else if (pair.after !== undefined) {
        const lines = blockLines([after[pair.after]], column, this.#layout);
        if (previous !== undefined) {
          this.#edits.addAfter(itemEnd(node, previous), column, lines);
        } else this.#addItemFirst(node, kept[0]!.before, slot, lines);
      }
    }
  }

  /** Adds an item before the first remaining one. */
  #addItemFirst(node: SourceList, first: number, slot: Slot, lines: readonly string[]): void {
    if (first === 0) return this.#edits.addBelow(slot.from, lines);
    const dash = node.itemsFrom[first]! - 1;
    this.#edits.addAbove(startWithComments(this.#text, dash, this.#start), lines);
  }
}

function isKept(pair: Pair): pair is Required<Pair> {
  return pair.before !== undefined && pair.after !== undefined;
}

function entryEnd({ value, valueFrom }: WrittenEntry): number {
  return Math.max(value.end, valueFrom);
}

function itemEnd({ written, itemsFrom }: SourceList, index: number): number {
  return Math.max(written[index]!.end, itemsFrom[index]!);
}

/** Reports whether the entries of a collection can be edited one by one. */
function isEditable(node: SourceMap | SourceList): boolean {
  return !node.flow && !node.anchored &&
    !(node.kind === "map" && node.mergeOffset !== undefined);
}

/** Writes a list of strings in brackets if the old one was on one line. */
function flowList(text: string, node: WrittenNode, after: YamlValue): Written | undefined {
  if (node.kind !== "list" || !node.flow || node.written.length === 0) return undefined;
  if (text.slice(node.start, node.end).includes("\n")) return undefined;
  if (!isList(after) || after.length === 0) return undefined;
  if (after.some((item) => typeof item !== "string")) return undefined;
  const kept = new Set(
    node.items.filter((item) => item.kind === "scalar" && resolveScalar(item) === item.text)
      .map(({ start, end }) => text.slice(start, end)),
  );
  const words = after.map((item) => {
    const word = String(item);
    const isPlain = kept.has(word) || (/^\w[\w./-]*$/.test(word) && !needsQuotes(word));
    return isPlain ? word : JSON.stringify(word);
  });
  return { head: `[${words.join(", ")}]`, lines: [] };
}
