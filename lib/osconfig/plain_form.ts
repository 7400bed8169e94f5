/**
 * Parses client configurations in the form that programs write, with comments, without the YAML
 * library, whose load takes 7 ms. Any other form is left to the full parser.
 *
 * @module
 */
import { MAX_NAME_LENGTH } from "./limits.ts";
import { ABSENT, type ContextRecord, type Osconfig } from "./types.ts";

/** `key:`, `key: value` or `- value` with its indent: no quotes, no tabs, no comment after it. */
const LINE = /^( *)(?:([A-Za-z][\w.@-]*):|-)(?: ([A-Za-z0-9][\w.@:/+=-]*))?$/;
/** A blank line or comment: this form has no strings of several lines. */
const BLANK_OR_COMMENT = /^ *(?:#[\t -~]*)?$/;
/** Scalars that are not strings in YAML. */
const NOT_A_STRING = /^null$|:$/i;

/**
 * Longest text, characters. The full parser has limits for longer ones, and its load time is small
 * then.
 */
const MAX_LENGTH = 100_000;

type TextField = "ca" | "crt" | "key" | "cluster";
const TEXT_FIELDS: ReadonlySet<string> = new Set<TextField>(["ca", "crt", "key", "cluster"]);

/** A partly parsed context. */
interface PartialContext {
  readonly endpoints: string[];
  readonly nodes: string[];
  readonly texts: Partial<Record<TextField, string>>;
  readonly seen: Set<string>;
}

/**
 * Parses a configuration as the full parser does; undefined when it has another form, is invalid or
 * has keys that only the full parser handles.
 */
export function readPlainForm(text: string, path: string | undefined): Osconfig | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const reader = new PlainReader();
  const lines = text.split("\n").filter((line) => !BLANK_OR_COMMENT.test(line));
  return lines.every((line) => reader.parseLine(line)) ? reader.result(path) : undefined;
}

class PlainReader {
  #current: string | undefined;
  readonly #contexts = new Map<string, PartialContext>();
  /** Inside `contexts`, which may come before or after `context`. */
  #inside = false;
  #entered = false;
  #context: PartialContext | undefined;
  #list: string[] | undefined;
  #nameIndent: number | undefined;
  #fieldIndent: number | undefined;
  #itemIndent: number | undefined;

  /** Parses the next line; returns false when it has another form. */
  parseLine(line: string): boolean {
    const match = LINE.exec(line);
    if (match === null) return false;
    const [, { length: indent } = "", key, value] = match;
    if ([key, value].some((text) => text !== undefined && NOT_A_STRING.test(text))) return false;
    if (key === undefined) return value !== undefined && this.#item(indent, value);
    if (this.#list?.length === 0) return false;
    this.#list = undefined;
    if (indent === 0) return this.#top(key, value);
    if (!this.#inside) return false;
    this.#nameIndent ??= indent;
    return indent === this.#nameIndent ? this.#name(key, value) : this.#field(indent, key, value);
  }

  result(path: string | undefined): Osconfig | undefined {
    if (!this.#entered || this.#list?.length === 0) return undefined;
    const contexts = new Map<string, ContextRecord>();
    for (const [name, { endpoints, nodes, texts, seen }] of [...this.#contexts].sort(byName)) {
      if (seen.size === 0) return undefined;
      contexts.set(name, {
        endpoints: seen.has("endpoints") ? endpoints : ABSENT,
        nodes: seen.has("nodes") ? nodes : ABSENT,
        ...texts,
      });
    }
    return contexts.size === 0 ? undefined : { path, current: this.#current ?? "", contexts };
  }

  #top(key: string, value: string | undefined): boolean {
    this.#inside = false;
    if (key === "context" && value !== undefined && this.#current === undefined) {
      this.#current = value;
      return true;
    }
    if (key !== "contexts" || value !== undefined || this.#entered) return false;
    this.#inside = this.#entered = true;
    return true;
  }

  #name(name: string, value: string | undefined): boolean {
    if (name.length > MAX_NAME_LENGTH || value !== undefined || this.#contexts.has(name)) {
      return false;
    }
    this.#context = { endpoints: [], nodes: [], texts: {}, seen: new Set() };
    this.#contexts.set(name, this.#context);
    this.#fieldIndent = undefined;
    return true;
  }

  #field(indent: number, key: string, value: string | undefined): boolean {
    if (this.#context === undefined || indent < (this.#nameIndent ?? 0)) return false;
    this.#fieldIndent ??= indent;
    if (indent !== this.#fieldIndent || this.#context.seen.has(key)) return false;
    this.#context.seen.add(key);
    if (isTextField(key) && value !== undefined) {
      this.#context.texts[key] = value;
      return true;
    }
    if ((key !== "endpoints" && key !== "nodes") || value !== undefined) return false;
    this.#list = this.#context[key];
    this.#itemIndent = undefined;
    return true;
  }

  #item(indent: number, value: string): boolean {
    if (
      value.length > MAX_NAME_LENGTH || this.#list === undefined ||
      indent < (this.#fieldIndent ?? 0)
    ) return false;
    this.#itemIndent ??= indent;
    if (indent !== this.#itemIndent) return false;
    this.#list.push(value);
    return true;
  }
}

function isTextField(key: string): key is TextField {
  return TEXT_FIELDS.has(key);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
