/**
 * Parses client configurations, and keeps the tree for edits.
 *
 * @module
 */
import type { OsctlError } from "../errors.ts";
import {
  createErrorAt,
  type ErrorAt,
  isNull,
  parseSingleDocument,
  type SourceEntry,
  type SourceMap,
  type SourceNode,
} from "../yaml/mod.ts";
import { DIRECT, parseProxyChoice, PROXY_FORM } from "../platform/proxy_url.ts";
import { MAX_CONTEXTS, MAX_LINES, MAX_NAME_LENGTH, MAX_VALUES } from "./limits.ts";
import { ABSENT, type Auth, type ContextRecord, type Osconfig } from "./types.ts";

/** Keys of a context, in the order of the file. */
export const CONTEXT_KEYS = [
  "endpoints",
  "nodes",
  "ca",
  "crt",
  "key",
  "auth",
  "cluster",
  "proxy-url",
];

/** A key of old files whose value joins the endpoints. */
export const LEGACY_KEY = "target";

/** Reports whether a key of a context has a meaning. */
export function isContextKey(key: string): boolean {
  return CONTEXT_KEYS.includes(key) || key === LEGACY_KEY;
}

/** A parsed client configuration. */
export interface ParsedConfig {
  readonly config: Osconfig;
  readonly source: ConfigSource;
}

/** The text of a configuration and what it consists of. */
export interface ConfigSource {
  readonly text: string;
  /** The top-level map; undefined in an empty text. */
  readonly top: SourceMap | undefined;
  /** The entry of each context, by name. */
  readonly contexts: ReadonlyMap<string, SourceEntry>;
  /** Creates an error at an offset: `name:line:column: reason`. */
  readonly errorAt: ErrorAt;
}

/**
 * Parses a client configuration. An empty text is a configuration without contexts. Unknown keys
 * stay in the tree and are otherwise ignored.
 *
 * @param name The text's name in errors: its path or origin.
 * @throws {OsctlError} of kind `input`, starting with `name:line:column`. Values are not quoted,
 * since they include private keys.
 */
export function parseConfig(text: string, name: string, path?: string): ParsedConfig {
  const errorAt = createErrorAt(text, name);
  const excess = startOfLine(text, MAX_LINES + 1);
  if (excess !== undefined) {
    throw errorAt(excess, `more than ${MAX_LINES} lines`, "check that it is the right file");
  }
  const document = parseSingleDocument(text, errorAt, { values: MAX_VALUES });
  const reader = new Reader(text, errorAt);
  const top = reader.map(document?.root, "the configuration");
  const contexts = reader.contexts(top);
  const unknownKeys = reader.unknownKeys(contexts);
  const config = {
    path,
    current: reader.current(top),
    contexts: reader.records(contexts),
    ...(unknownKeys.size === 0 ? {} : { unknownKeys }),
  };
  return { config, source: { text, top, contexts, errorAt } };
}

/** Start of a line, counted from 1; undefined when there are fewer. */
function startOfLine(text: string, line: number): number | undefined {
  let start = 0;
  for (let count = 1; count < line; count++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return undefined;
  }
  return start < text.length ? start : undefined;
}

/** Converts nodes to records, and rejects nodes of a wrong kind. */
class Reader {
  readonly #text: string;
  readonly #errorAt: ErrorAt;
  /** Aliases make contexts share lists. */
  readonly #lists = new Map<SourceNode, readonly string[]>();

  constructor(text: string, errorAt: ErrorAt) {
    this.#text = text;
    this.#errorAt = errorAt;
  }

  current(top: SourceMap | undefined): string {
    return this.#string(entryOf(top, "context")?.value, `"context"`) ?? "";
  }

  contexts(top: SourceMap | undefined): Map<string, SourceEntry> {
    const contexts = new Map<string, SourceEntry>();
    for (const entry of this.map(entryOf(top, "contexts")?.value, `"contexts"`)?.entries ?? []) {
      this.#checkLength(entry.key, entry.keyOffset, "the name of a context");
      if (contexts.size === MAX_CONTEXTS) {
        throw this.#errorAt(entry.keyOffset, `more than ${MAX_CONTEXTS} contexts`);
      }
      const keyText = this.#text.slice(entry.keyOffset, entry.keyEnd);
      contexts.set(contextName(entry.key, keyText), entry);
    }
    return contexts;
  }

  /** The records, sorted by name. */
  records(contexts: ReadonlyMap<string, SourceEntry>): Map<string, ContextRecord> {
    return new Map(
      [...contexts].map(([name, { value }]) => [name, this.#context(value, name)] as const)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    );
  }

  /** The keys of each context that no command reads. */
  unknownKeys(contexts: ReadonlyMap<string, SourceEntry>): Map<string, readonly string[]> {
    const unknown = [...contexts].map(([name, { value }]) => {
      const entries = value.kind === "map" ? value.entries : [];
      return [name, entries.map(({ key }) => key).filter((key) => !isContextKey(key))] as const;
    });
    return new Map(unknown.filter(([, keys]) => keys.length > 0));
  }

  #context(node: SourceNode, name: string): ContextRecord {
    const map = this.map(node, `context "${name}"`);
    const field = (key: string) => `"${key}" of context "${name}"`;
    const text = (key: string) => this.#string(entryOf(map, key)?.value, field(key)) || undefined;
    const list = (key: string) => this.#list(entryOf(map, key)?.value, field(key));
    const target = text("target");
    const auth = this.#auth(entryOf(map, "auth")?.value, name);
    const [ca, crt, key, cluster] = [text("ca"), text("crt"), text("key"), text("cluster")];
    const proxyUrl = this.#proxy(entryOf(map, "proxy-url")?.value, field("proxy-url"));
    return {
      endpoints: target === undefined ? list("endpoints") : [...list("endpoints"), target],
      nodes: list("nodes"),
      ...(ca === undefined ? {} : { ca }),
      ...(crt === undefined ? {} : { crt }),
      ...(key === undefined ? {} : { key }),
      ...(auth === undefined ? {} : { auth }),
      ...(cluster === undefined ? {} : { cluster }),
      ...(proxyUrl === undefined ? {} : { proxyUrl }),
    };
  }

  /** Rejects a proxy that cannot be used: connections must not go past it. */
  #proxy(node: SourceNode | undefined, what: string): string | undefined {
    const text = this.#string(node, what)?.trim();
    if (text === undefined || text === "") return undefined;
    if (parseProxyChoice(text) !== undefined) return text;
    // The value may contain a password.
    throw this.#errorAt(
      node!.offset,
      `${what} is not the URL of a proxy`,
      `write it as ${PROXY_FORM}, or as ${DIRECT} for none`,
    );
  }

  #auth(node: SourceNode | undefined, name: string): Auth | undefined {
    const field = (key: string) => `"auth.${key}" of context "${name}"`;
    const map = this.map(node, `"auth" of context "${name}"`);
    const basic = this.map(entryOf(map, "basic")?.value, field("basic"));
    const signed = this.map(entryOf(map, "siderov1")?.value, field("siderov1"));
    if (basic === undefined && signed === undefined) return undefined;
    const text = (from: SourceMap, path: string, key: string) =>
      this.#string(entryOf(from, key)?.value, field(`${path}.${key}`)) ?? "";
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

  map(node: SourceNode | undefined, what: string): SourceMap | undefined {
    if (isMissing(node)) return undefined;
    if (node?.kind === "map") return node;
    throw this.#mismatch(node, `${what} must be a map`);
  }

  #list(node: SourceNode | undefined, what: string): readonly string[] {
    if (isMissing(node)) return ABSENT;
    if (node?.kind !== "list") throw this.#mismatch(node, `${what} must be a list`);
    const known = this.#lists.get(node);
    if (known !== undefined) return known;
    const list = node.items.map((item) => {
      const text = this.#string(item, `each entry of ${what}`) ?? "";
      this.#checkLength(text, item.offset, `an entry of ${what}`);
      return text;
    });
    this.#lists.set(node, list);
    return list;
  }

  #string(node: SourceNode | undefined, what: string): string | undefined {
    if (isMissing(node)) return undefined;
    if (node?.kind === "scalar") return node.text;
    throw this.#mismatch(node, `${what} must be a string`);
  }

  #mismatch(node: SourceNode | undefined, reason: string): OsctlError {
    return this.#errorAt(node?.offset ?? 0, reason);
  }

  /** Limits what tables repeat and pad. */
  #checkLength(text: string, offset: number, what: string): void {
    if (text.length <= MAX_NAME_LENGTH) return;
    throw this.#errorAt(offset, `${what} is longer than ${MAX_NAME_LENGTH} characters`);
  }
}

/** The name of a context by its key; the name of `null` is empty, as in Go. */
export function contextName(key: string, keyText: string): string {
  return isNull({ kind: "scalar", offset: 0, text: key, plain: keyText === key }) ? "" : key;
}

/** The entry of a key. */
export function entryOf(map: SourceMap | undefined, key: string): SourceEntry | undefined {
  return map?.entries.find((entry) => entry.key === key);
}

function isMissing(node: SourceNode | undefined): boolean {
  return node === undefined || (node.kind === "scalar" && isNull(node));
}
