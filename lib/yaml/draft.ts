/**
 * Editable copies of trees that keep comments, key order and the style of scalars, for files that
 * are written in a canonical layout: four spaces of indentation, aliases and merge keys expanded.
 *
 * @module
 */
import { fault, type YamlProblem } from "./syntax.ts";
import type { SourceList, SourceMap, SourceScalar, WrittenNode } from "./tree.ts";
import { GO_LAYOUT } from "./layout.ts";
import { columnOf } from "./lines.ts";
import { writeItem, writeMember, type YamlValue } from "./write.ts";
import { yamlText } from "./write_scalar.ts";

/** Maximum number of characters that aliases of one text may add. */
const MAX_EXPANDED = 1_000_000;

const STEP = 4;

/** A value to be written. */
export type Draft = DraftBlock | DraftScalar | DraftValue;

/** A scalar as written in the source, on one line. */
export interface DraftScalar {
  readonly kind: "scalar";
  readonly text: string;
}

/** A value without a source. */
export interface DraftValue {
  readonly kind: "value";
  readonly value: YamlValue;
}

/** A map or list. */
export interface DraftBlock {
  readonly kind: "map" | "list";
  /** On one line, in brackets. */
  flow: boolean;
  entries: DraftEntry[];
}

/** An entry of a map or an item of a list. */
export interface DraftEntry {
  /** Empty for an item. */
  key: string;
  /** The key as it is written. */
  readonly keyText: string;
  /** Comment lines before it; `""` is a blank line. */
  above: readonly string[];
  /** The comment at the end of its first line, or `""`. */
  comment: string;
  /** Comment lines after a nested block, at the column of the block. */
  below: readonly string[];
  value: Draft;
}

/** A document to be written. */
export interface DraftDocument {
  /** Lines before the first entry's comment. */
  readonly head: readonly string[];
  readonly root: DraftBlock;
  /** Comment lines after the last entry. */
  readonly tail: readonly string[];
}

/** Aliases would expand to more than {@linkcode MAX_EXPANDED} characters. */
export class ExpansionError extends Error {
  constructor(readonly problem: YamlProblem) {
    super(problem.message);
  }
}

/**
 * Copies a document whose root is a map.
 *
 * @throws {ExpansionError} when aliases repeat too much text.
 */
export function createDraft(text: string, root: SourceMap | undefined): DraftDocument {
  const drafter = new Drafter(text);
  if (root === undefined) {
    const { above } = drafter.gap(0, text.length, 0);
    return {
      head: splitHead([...above, ""]).head,
      root: { kind: "map", flow: false, entries: [] },
      tail: [],
    };
  }
  return drafter.document(root);
}

/** Creates an entry of a map. */
export function createEntry(key: string, value: YamlValue): DraftEntry {
  return {
    key,
    keyText: yamlText(key, { indent: 0, isKey: true }),
    above: [],
    comment: "",
    below: [],
    value: { kind: "value", value },
  };
}

/** Comments between two values. */
interface Gap {
  /** On the line of the first value. */
  readonly comment: string;
  /** Indented more than the second value. */
  readonly below: readonly string[];
  readonly above: readonly string[];
}

class Drafter {
  readonly #text: string;
  #expanded = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(root: SourceMap): DraftDocument {
    const block = this.#map(root, 0);
    const [first] = block.entries;
    const { head, above } = splitHead(first?.above ?? []);
    if (first !== undefined) first.above = above;
    const gap = this.gap(root.end, this.#text.length, 0);
    const last = block.entries.at(-1);
    if (last !== undefined) attach(last, gap);
    const isOpen = last !== undefined && lastLeaf(last).value.kind === "value";
    const tail = gap.above.filter((line, index) =>
      line !== "" || (index < gap.above.length - 1 && !isOpen)
    );
    return { head, root: block, tail };
  }

  #value(node: WrittenNode, from: number): Draft {
    switch (node.kind) {
      case "alias": {
        const { target, offset } = node;
        this.#expanded += target.end - target.start;
        if (this.#expanded > MAX_EXPANDED) {
          const reason = `aliases expand to more than ${MAX_EXPANDED} characters`;
          throw new ExpansionError(fault(offset, reason, "write the values out"));
        }
        return this.#value(target, target.start);
      }
      case "scalar":
        return this.#scalar(node);
      case "map":
        return this.#map(node, from);
      case "list":
        return this.#list(node, from);
    }
  }

  #scalar({ tag, text, start, end }: SourceScalar): Draft {
    const source = this.#text.slice(start, end);
    if (source.includes("\n")) return { kind: "value", value: text };
    if (tag === undefined) return { kind: "scalar", text: source };
    const written = tag.startsWith("!") ? tag : tag.includes(":") ? `!<${tag}>` : `!!${tag}`;
    return { kind: "scalar", text: source === "" ? written : `${written} ${source}` };
  }

  #map(node: SourceMap, from: number): DraftBlock {
    const block: DraftBlock = { kind: "map", flow: false, entries: [] };
    const own = node.written.filter(({ keyOffset }) => keyOffset !== node.mergeOffset);
    // Merged entries follow the own ones, and have their place elsewhere.
    const merged = node.entries.slice(own.length);
    let cursor = from;
    for (const { key, keyOffset, keyEnd, valueFrom, value } of own) {
      const gap = this.gap(cursor, keyOffset, columnOf(this.#text, node.start));
      const keyText = this.#keyText(key, keyOffset, keyEnd);
      this.#add(block, gap, key, keyText, value, valueFrom);
      cursor = Math.max(value.end, valueFrom);
    }
    for (const { key, keyOffset, keyEnd, value } of merged) {
      const gap = { comment: "", below: [], above: [] };
      const alias = { kind: "alias", offset: node.mergeOffset!, start: 0, end: 0, target: value };
      this.#add(
        block,
        gap,
        key,
        this.#keyText(key, keyOffset, keyEnd),
        alias as WrittenNode,
        value.start,
      );
    }
    block.flow = node.flow && this.#isOneLine(node) && block.entries.every(isInline);
    return block;
  }

  #list(node: SourceList, from: number): DraftBlock {
    const block: DraftBlock = { kind: "list", flow: false, entries: [] };
    let cursor = from;
    for (const [index, item] of node.written.entries()) {
      const start = node.flow ? item.start : node.itemsFrom[index]! - 1;
      const gap = this.gap(cursor, start, columnOf(this.#text, node.start));
      this.#add(block, gap, "", "", item, node.itemsFrom[index]!);
      cursor = Math.max(item.end, node.itemsFrom[index]!);
    }
    block.flow = node.flow && this.#isOneLine(node) && block.entries.every(isInline);
    return block;
  }

  #add(
    block: DraftBlock,
    gap: Gap,
    key: string,
    keyText: string,
    node: WrittenNode,
    from: number,
  ): void {
    const previous = block.entries.at(-1);
    if (previous !== undefined) attach(previous, gap);
    const above = previous === undefined ? [...gap.below, ...gap.above] : gap.above;
    const value = this.#value(node, from);
    const isBlock = (node.kind === "map" || node.kind === "list") && !isEmpty(value);
    const first = isBlock ? firstPosition(node) : from;
    const comment = isBlock ? this.gap(from, first, 0).comment : "";
    block.entries.push({ key, keyText, above, comment, below: [], value });
  }

  #keyText(key: string, start: number, end: number): string {
    const source = this.#text.slice(start, end);
    return source === "" || source.includes("\n") || source.startsWith("*")
      ? yamlText(key, { indent: 0, isKey: true })
      : source;
  }

  #isOneLine({ start, end }: SourceMap | SourceList): boolean {
    return !this.#text.slice(start, end).includes("\n");
  }

  /** Returns the comments in a part of the text that holds no value. */
  gap(start: number, end: number, column: number): Gap {
    const lines = this.#text.slice(start, end).split(/\r\n?|\n/);
    const line = start === 0 ? "" : lines[0]!;
    const below: string[] = [];
    let above: string[] = [];
    for (let index = start === 0 ? 0 : 1; index < lines.length; index++) {
      const one = lines[index]!;
      const comment = commentOf(one);
      const isLast = index === lines.length - 1;
      if (comment === "") {
        const isBlank = one.trim() === "" && !(isLast && end < this.#text.length);
        if (isBlank && above.at(-1) !== "") above.push("");
        else if (one.startsWith("---")) above.push("---");
        continue;
      }
      above.push(comment);
      if (one.indexOf("#") <= column || start === 0) continue;
      for (const text of above) if (text !== "") below.push(text);
      above = [];
    }
    return { comment: commentOf(line), below, above };
  }
}

/** Attaches the comments after an entry. */
function attach(entry: DraftEntry, { comment, below }: Gap): void {
  if (comment !== "") {
    const leaf = lastLeaf(entry);
    leaf.comment = leaf.comment === "" ? comment : `${leaf.comment} ${comment}`;
  }
  entry.below = below;
}

/** The entry on the last line of an entry. */
function lastLeaf(entry: DraftEntry): DraftEntry {
  const { value } = entry;
  const isBlock = (value.kind === "map" || value.kind === "list") && !value.flow;
  const last = isBlock ? value.entries.at(-1) : undefined;
  return last === undefined ? entry : lastLeaf(last);
}

/** Lines up to the last blank one concern the whole document. */
function splitHead(lines: readonly string[]): { head: string[]; above: string[] } {
  const end = Math.max(lines.lastIndexOf(""), lines.lastIndexOf("---")) + 1;
  const head = lines.slice(0, end);
  while (head[0] === "") head.shift();
  if (head.length > 0 && head.at(-1) === "" && head.at(-2) === "") head.pop();
  return { head, above: lines.slice(end) };
}

function commentOf(line: string): string {
  return /(?:^|[\s,[\]{}])(#.*)$/.exec(line)?.[1]?.trimEnd() ?? "";
}

function firstPosition(node: SourceMap | SourceList): number {
  return node.kind === "map" ? node.written[0]!.keyOffset : node.written[0]!.start;
}

function isEmpty(value: Draft): boolean {
  return (value.kind === "map" || value.kind === "list") && value.entries.length === 0;
}

/** Reports whether an entry can stand in brackets. */
function isInline({ value }: DraftEntry): boolean {
  if (value.kind === "value") return false;
  // An alias can bring in a plain scalar from outside brackets.
  if (value.kind === "scalar") return /^["']/.test(value.text) || !/[,[\]{}]/.test(value.text);
  return value.flow || value.entries.length === 0;
}

/** The text of a document. */
export function writeDraft({ head, root, tail }: DraftDocument): string {
  const lines = [...head, ...blockLines(root, 0), ...tail];
  return `${lines.join("\n")}\n`;
}

function blockLines(block: DraftBlock, column: number): string[] {
  if (block.flow || block.entries.length === 0) return [" ".repeat(column) + flowText(block)];
  const lines: string[] = [];
  let previous: DraftEntry | undefined;
  for (const entry of block.entries) {
    const margin = " ".repeat(column);
    const keepsBlank = previous !== undefined && lastLeaf(previous).value.kind !== "value";
    previous = entry;
    for (const line of entry.above) {
      if (line !== "") lines.push(margin + line);
      // After a block scalar, a blank line would be part of it.
      else if (keepsBlank) lines.push("");
    }
    // Spread arguments are limited to some 100,000.
    for (const line of block.kind === "map" ? mapEntry(entry, column) : listItem(entry, column)) {
      lines.push(line);
    }
    const inner = " ".repeat(column + STEP);
    for (const line of entry.below) lines.push(inner + line);
  }
  return lines;
}

function mapEntry({ keyText, value, comment }: DraftEntry, column: number): string[] {
  const start = `${" ".repeat(column)}${keyText}:`;
  const end = comment === "" ? "" : ` ${comment}`;
  if ((value.kind === "map" || value.kind === "list") && !value.flow && !isEmpty(value)) {
    return [start + end, ...blockLines(value, GO_LAYOUT.map(column))];
  }
  if (value.kind !== "value") {
    const text = value.kind === "scalar" ? value.text : flowText(value);
    return [start + (text === "" ? "" : ` ${text}`) + end];
  }
  const { head, lines } = writeMember(value.value, column, GO_LAYOUT);
  return [start + (head === "" ? "" : ` ${head}`) + end, ...lines];
}

function listItem({ value, comment }: DraftEntry, column: number): string[] {
  const margin = " ".repeat(column);
  const end = comment === "" ? "" : ` ${comment}`;
  if ((value.kind === "map" || value.kind === "list") && !value.flow && !isEmpty(value)) {
    const [first] = value.entries;
    const above = (comment === "" ? first!.above : [comment, ...first!.above])
      .map((line) => line === "" ? "" : margin + line);
    const nested = { ...value, entries: [{ ...first!, above: [] }, ...value.entries.slice(1)] };
    const [line = "", ...lines] = blockLines(nested, column + 2);
    return [...above, `${margin}- ${line.slice(column + 2)}`, ...lines];
  }
  if (value.kind !== "value") {
    const text = value.kind === "scalar" ? value.text : flowText(value);
    return [`${margin}-${text === "" ? "" : ` ${text}`}${end}`];
  }
  const { head, lines } = writeItem(value.value, column, GO_LAYOUT);
  return [`${margin}- ${head}${end}`, ...lines];
}

function flowText(value: Draft): string {
  if (value.kind === "scalar") return value.text;
  if (value.kind === "value") throw new Error("a value without a source in brackets");
  const parts = value.entries.map((entry) => {
    const text = flowText(entry.value);
    return value.kind === "list" ? text : `${entry.keyText}:${text === "" ? "" : ` ${text}`}`;
  });
  const [open, close] = value.kind === "list" ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open} ${parts.join(", ")} ${close}`;
}
