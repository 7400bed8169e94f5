/**
 * Reads the YAML of a client configuration into records, keeping the document for edits.
 *
 * @module
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { OsctlError } from "../errors.ts";
import { ABSENT, type Auth, type ContextRecord, type Osconfig } from "./types.ts";

/** How many merge keys may lead from one map to the next; a loop of aliases has no end. */
const DEEPEST_MERGE = 10;

/** A parsed file: the document with its comments, and what it says. */
export interface ParsedConfig {
  readonly document: Document;
  readonly config: Osconfig;
  /** Reads the document again after it was changed. */
  reread(): Osconfig;
}

/**
 * Parses a client configuration. An empty text is a configuration without contexts; unknown keys
 * are kept in the document and otherwise ignored.
 *
 * @param name How errors call the text: a path, or what it came from.
 * @throws {OsctlError} of kind `input`, starting with `name:line:column`. Never quotes the text,
 * which holds keys.
 */
export function parseConfig(text: string, name: string, path?: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problem = document.errors[0];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new OsctlError("input", `${name}:${line}:${col}: ${sentence(problem)}`, {
      cause: problem,
    });
  }
  const reader = new Reader(document, lines, name);
  reader.checkAliases();
  const reread = () => reader.read(path);
  return { document, config: reread(), reread };
}

/** The parser's reason, without the pieces of source it quotes in some of its messages. */
function sentence(problem: { code: string; message: string }): string {
  const reasons: Record<string, string> = {
    ALIAS_PROPS: "an alias may not have properties",
    BAD_INDENT: "the indentation is wrong, or a bracket is not closed",
    BLOCK_AS_IMPLICIT_KEY: "a nested value starts on the line of its key",
    DUPLICATE_KEY: "a key occurs twice",
    MISSING_CHAR: "a character is missing, such as a closing quote, bracket or colon",
    MULTILINE_IMPLICIT_KEY: "a key spans several lines",
    MULTIPLE_DOCS: "the file has several YAML documents",
    TAB_AS_INDENT: "tabs cannot indent",
    UNEXPECTED_TOKEN: "something unexpected stands here",
  };
  return `broken YAML: ${reasons[problem.code] ?? "it cannot be parsed"}`;
}

/** Walks the document; every complaint carries the place. */
class Reader {
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #name: string;

  constructor(document: Document, lines: LineCounter, name: string) {
    this.#document = document;
    this.#lines = lines;
    this.#name = name;
  }

  read(path: string | undefined): Osconfig {
    const top = this.#map(this.#document.contents, "the configuration");
    const found = this.#map(this.#get(top, "contexts"), `"contexts"`);
    const contexts: [string, ContextRecord][] = [];
    for (const pair of found?.items ?? []) {
      const name = this.#text(pair.key, "the name of a context") ?? "";
      contexts.push([name, this.#context(pair.value, name)]);
    }
    contexts.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return {
      path,
      current: this.#text(this.#get(top, "context"), `"context"`) ?? "",
      contexts: new Map(contexts),
    };
  }

  #context(node: unknown, name: string): ContextRecord {
    const map = this.#map(node, `context "${name}"`);
    const field = (key: string) => `"${key}" of context "${name}"`;
    const text = (key: string) => this.#text(this.#get(map, key), field(key)) || undefined;
    const list = (key: string) => this.#list(this.#get(map, key), field(key));
    const target = text("target");
    const auth = this.#auth(this.#get(map, "auth"), name);
    const [ca, crt, key, cluster] = [text("ca"), text("crt"), text("key"), text("cluster")];
    return {
      endpoints: target === undefined ? list("endpoints") : [...list("endpoints"), target],
      nodes: list("nodes"),
      ...(ca === undefined ? {} : { ca }),
      ...(crt === undefined ? {} : { crt }),
      ...(key === undefined ? {} : { key }),
      ...(auth === undefined ? {} : { auth }),
      ...(cluster === undefined ? {} : { cluster }),
    };
  }

  #auth(node: unknown, name: string): Auth | undefined {
    const field = (key: string) => `"auth.${key}" of context "${name}"`;
    const map = this.#map(node, `"auth" of context "${name}"`);
    const basic = this.#map(this.#get(map, "basic"), field("basic"));
    const signed = this.#map(this.#get(map, "siderov1"), field("siderov1"));
    if (basic === undefined && signed === undefined) return undefined;
    const text = (from: YAMLMap, path: string, key: string) =>
      this.#text(this.#get(from, key), field(`${path}.${key}`)) ?? "";
    return {
      ...(basic === undefined ? {} : {
        basic: {
          username: text(basic, "basic", "username"),
          password: text(basic, "basic", "password"),
        },
      }),
      ...(signed === undefined
        ? {}
        : { siderov1: { identity: text(signed, "siderov1", "identity") } }),
    };
  }

  #get(map: YAMLMap | undefined, key: string, depth = 0): unknown {
    const pair = map && pairOf(map, key);
    if (pair !== undefined || map === undefined) return pair?.value;
    if (depth > DEEPEST_MERGE) throw this.#wrong(map, "merge keys are nested too deeply");
    // A merge key: shared defaults a person wrote with an anchor.
    const shared = this.#resolve(pairOf(map, "<<")?.value);
    const sources = isSeq(shared) ? shared.items : [shared];
    for (const source of sources) {
      const from = this.#resolve(source);
      const value = isMap(from) ? this.#get(from, key, depth + 1) : undefined;
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #resolve(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#document) : node;
  }

  /** Refuses aliases without an anchor, which could be read here but not written again. */
  checkAliases(): void {
    visit(this.#document, {
      Alias: (_key, alias) => {
        if (alias.resolve(this.#document) !== undefined) return;
        throw this.#wrong(alias, `the alias "*${alias.source}" names no anchor before it`);
      },
    });
  }

  #map(node: unknown, what: string): YAMLMap | undefined {
    const resolved = this.#resolve(node);
    if (isNothing(resolved)) return undefined;
    if (isMap(resolved)) return resolved;
    throw this.#wrong(node, `${what} must be a map`);
  }

  #list(node: unknown, what: string): readonly string[] {
    const resolved = this.#resolve(node);
    if (isNothing(resolved)) return ABSENT;
    if (!isSeq(resolved)) throw this.#wrong(node, `${what} must be a list`);
    return resolved.items.map((item) => this.#text(item, `each entry of ${what}`) ?? "");
  }

  #text(node: unknown, what: string): string | undefined {
    const resolved = this.#resolve(node);
    if (isNothing(resolved)) return undefined;
    if (isScalar(resolved)) return sourceOf(resolved);
    throw this.#wrong(node, `${what} must be a text`);
  }

  #wrong(node: unknown, complaint: string): OsctlError {
    const range = (node as { range?: [number, number, number] | null }).range;
    const { line, col } = this.#lines.linePos(range?.[0] ?? 0);
    return new OsctlError("input", `${this.#name}:${line}:${col}: ${complaint}`);
  }
}

/** The entry of a map whose key reads `key`. */
export function pairOf(map: YAMLMap, key: string): Pair<unknown, unknown> | undefined {
  return map.items.find((one) => isScalar(one.key) && sourceOf(one.key) === key);
}

function isNothing(node: unknown): boolean {
  return node === undefined || node === null || (isScalar(node) && node.value === null);
}

/** The text as written, so that a context may be called `1e3` or `true`. */
export function sourceOf(scalar: { value: unknown; source?: string }): string {
  return typeof scalar.value === "string" ? scalar.value : scalar.source ?? String(scalar.value);
}
