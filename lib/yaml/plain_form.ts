/**
 * Parses YAML in the form that Go's encoder writes for plain data, without the YAML library, whose
 * load and first use take 10 ms: block maps and lists with scalars on one line, in ASCII. Any other
 * form is left to {@linkcode parseYaml}.
 *
 * @module
 */
import { readPlain } from "./plain.ts";
import type { Entry, TreeNode } from "./tree.ts";

/**
 * Indent, dashes, key, and value: a plain or quoted scalar without escapes, or an empty collection.
 */
const LINE =
  /^( *)((?:- )*)(?:([A-Za-z_][\w./-]{0,200}):(?: |$))?(|\[\]|\{\}|'[ -&(-~]*'|"[ !#-[\]-~]*"|(?!\.\.\.)(?:[\w./(+=~$^]|[-:](?=[\w./:]))[ -~]*)$/;
/** Sequences that end a plain scalar or make it a key. */
const NOT_PLAIN = /: |:$| #/;

/** Limits, characters and levels. The load time of the full parser is small for longer texts. */
const MAX_LENGTH = 50_000;
const MAX_DEPTH = 20;

/** Parses a document as the full parser does; undefined when it has another form or is invalid. */
export function readPlainForm(text: string): TreeNode | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const reader = new PlainReader(text);
  try {
    return reader.document();
  } catch (error) {
    if (error instanceof OtherForm) return undefined;
    throw error;
  }
}

/** The text has another form. */
class OtherForm {}

class PlainReader {
  readonly #text: string;
  /** Start of the next line. */
  #next = 0;
  #depth = 0;
  /** Whether the current line exists. Its parts follow. */
  #hasLine = true;
  /** Column and offset of the part that is parsed next: a dash, or the key or value. */
  #column = 0;
  #offset = 0;
  /** Remaining dashes. */
  #dashes = 0;
  #key: string | undefined;
  #value = "";
  #valueOffset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): TreeNode {
    this.#advance();
    if (!this.#hasLine || this.#column !== 0) throw new OtherForm();
    const isBlock = this.#dashes > 0 || this.#key !== undefined;
    const root = isBlock ? this.#block() : this.#inline();
    if (this.#hasLine) throw new OtherForm();
    return root;
  }

  /** Parses the next line. */
  #advance(): void {
    const start = this.#next;
    this.#hasLine = start < this.#text.length;
    if (!this.#hasLine) return;
    const found = this.#text.indexOf("\n", start);
    const end = found === -1 ? this.#text.length : found;
    this.#next = end + 1;
    const match = LINE.exec(this.#text.slice(start, end));
    if (match === null || this.#text.charCodeAt(end - 1) === SPACE || end === start) {
      throw new OtherForm();
    }
    const [, indent, dashes, key, value] = match;
    if (key !== undefined && typeof readPlain(key) !== "string") throw new OtherForm();
    this.#column = indent!.length;
    this.#offset = start + indent!.length;
    this.#dashes = dashes!.length / 2;
    this.#key = key;
    this.#value = value!;
    this.#valueOffset = end - value!.length;
  }

  #block(): TreeNode {
    if (++this.#depth > MAX_DEPTH) throw new OtherForm();
    const node = this.#dashes > 0 ? this.#list(false) : this.#map();
    this.#depth--;
    return node;
  }

  /** Parses a list; `isLevel` when its dashes are in the column of the key of the list. */
  #list(isLevel: boolean): TreeNode {
    const { column, offset } = this.#place();
    const items: TreeNode[] = [];
    while (this.#hasLine && this.#column === column && this.#dashes > 0) {
      this.#dashes--;
      this.#column += 2;
      this.#offset += 2;
      const isBlock = this.#dashes > 0 || this.#key !== undefined;
      items.push(isBlock ? this.#block() : this.#inline());
    }
    if (this.#hasLine && (this.#column > column || (this.#column === column && !isLevel))) {
      throw new OtherForm();
    }
    return { kind: "list", offset, items };
  }

  #map(): TreeNode {
    const { column, offset } = this.#place();
    const entries: Entry[] = [];
    const keys = new Set<string>();
    while (this.#hasLine && this.#column === column && this.#dashes === 0) {
      const key = this.#key;
      if (key === undefined || keys.has(key)) throw new OtherForm();
      keys.add(key);
      const keyOffset = this.#offset;
      entries.push({ key, keyOffset, value: this.#valueOf(column, keyOffset) });
    }
    if (this.#hasLine && this.#column >= column) throw new OtherForm();
    return { kind: "map", offset, entries };
  }

  #valueOf(column: number, keyOffset: number): TreeNode {
    if (this.#value !== "") return this.#inline();
    this.#advance();
    if (this.#hasLine) {
      if (this.#column > column) {
        return this.#dashes > 0 || this.#key !== undefined ? this.#block() : otherForm();
      }
      if (this.#column === column && this.#dashes > 0) return this.#list(true);
    }
    return { kind: "scalar", offset: keyOffset, text: "", plain: true };
  }

  /** Parses the value of the line, and the next line. */
  #inline(): TreeNode {
    return this.#collection() ?? this.#scalar();
  }

  #collection(): TreeNode | undefined {
    const offset = this.#valueOffset;
    if (this.#value !== "[]" && this.#value !== "{}") return undefined;
    const isList = this.#value === "[]";
    this.#advance();
    return isList ? { kind: "list", offset, items: [] } : { kind: "map", offset, entries: [] };
  }

  #scalar(): TreeNode {
    const offset = this.#valueOffset;
    const value = this.#value;
    const first = value.charCodeAt(0);
    const plain = first !== SINGLE_QUOTE && first !== DOUBLE_QUOTE;
    if (plain && NOT_PLAIN.test(value)) throw new OtherForm();
    this.#advance();
    return { kind: "scalar", offset, text: plain ? value : value.slice(1, -1), plain };
  }

  #place(): { column: number; offset: number } {
    return { column: this.#column, offset: this.#offset };
  }
}

const SPACE = 0x20;
const SINGLE_QUOTE = 0x27;
const DOUBLE_QUOTE = 0x22;

function otherForm(): never {
  throw new OtherForm();
}
