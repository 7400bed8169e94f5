/**
 * Changes to a client configuration that keep its comments and the keys we do not know.
 *
 * @module
 */
import { isMap, isScalar, isSeq, type Node, type Pair, visit, YAMLMap } from "yaml";
import { OsctlError } from "../errors.ts";
import { pairOf, parseConfig, type ParsedConfig, sourceOf } from "./document.ts";
import type { ContextRecord, Osconfig } from "./types.ts";

/** A context as it stands in a file: known keys in their order, then those we do not know. */
export type PlainContext = Readonly<Record<string, unknown>>;

/** More aliases than this, written out, are a loop or an attack. */
const MOST_ALIASES = 1000;

const TOP_KEYS = ["context", "contexts"];
const CONTEXT_KEYS = ["endpoints", "nodes", "ca", "crt", "key", "auth", "cluster"];

/** Edits one parsed configuration in memory. */
export class ConfigEditor {
  readonly #parsed: ParsedConfig;

  constructor(parsed: ParsedConfig) {
    this.#parsed = parsed;
    expandAliases(parsed);
  }

  /** What the configuration says now. */
  get config(): Osconfig {
    return this.#parsed.reread();
  }

  /** Makes a context the current one; `""` unsets it. */
  setCurrent(name: string): void {
    this.#set(this.#top(), "context", name);
  }

  /** Adds a context or replaces the one of that name. */
  put(name: string, context: ContextRecord | PlainContext): void {
    this.#set(this.#contexts(), name, this.#parsed.document.createNode(ordered(context)));
  }

  /** Replaces the endpoints of an existing context. */
  setEndpoints(name: string, endpoints: readonly string[]): void {
    const map = this.#context(name);
    this.#set(map, "endpoints", this.#parsed.document.createNode([...endpoints]));
    remove(map, "target");
  }

  /** Replaces the nodes of an existing context; an empty list removes the key. */
  setNodes(name: string, nodes: readonly string[]): void {
    const map = this.#context(name);
    if (nodes.length === 0) remove(map, "nodes");
    else this.#set(map, "nodes", this.#parsed.document.createNode([...nodes]));
  }

  /** Removes a context. */
  remove(name: string): void {
    remove(this.#contexts(), name);
  }

  /** A context with the keys we do not know. */
  plain(name: string): PlainContext {
    return plainContext(this.#parsed, name);
  }

  /** The whole text: keys in their order, contexts sorted, four spaces of indent. */
  toString(): string {
    const { document } = this.#parsed;
    const contexts = this.#contexts();
    const top = this.#top();
    if (pairOf(top, "context") === undefined) this.setCurrent("");
    for (const [name, record] of this.config.contexts) this.#normalise(name, record);
    contexts.flow = contexts.items.length === 0;
    arrange(top, TOP_KEYS);
    arrange(contexts, contexts.items.map(keyOf).toSorted());
    return document.toString({ indent: 4, lineWidth: 0 });
  }

  #normalise(name: string, record: ContextRecord): void {
    const map = this.#context(name);
    const legacy = pairOf(map, "target") !== undefined;
    const absent = pairOf(map, "endpoints") === undefined && record.endpoints.length === 0;
    if (legacy || absent) this.setEndpoints(name, record.endpoints);
    map.flow = false;
    arrange(map, CONTEXT_KEYS);
  }

  #top(): YAMLMap {
    const { document } = this.#parsed;
    if (!isMap(document.contents)) {
      const top = new YAMLMap(document.schema);
      document.contents = top;
      return top;
    }
    return document.contents;
  }

  #contexts(): YAMLMap {
    const top = this.#top();
    const found = pairOf(top, "contexts")?.value;
    if (isMap(found)) return found;
    const contexts = new YAMLMap(this.#parsed.document.schema);
    this.#set(top, "contexts", contexts);
    return contexts;
  }

  /** The map of an existing context, filled in if it was empty. */
  #context(name: string): YAMLMap {
    const pair = pairOf(this.#contexts(), name);
    if (pair === undefined) throw new Error(`no context ${JSON.stringify(name)} to change`);
    if (!isMap(pair.value)) {
      pair.value = this.#parsed.document.createNode(ordered(this.plain(name)));
    }
    return pair.value as YAMLMap;
  }

  #set(map: YAMLMap, key: string, value: unknown): void {
    const node = this.#parsed.document.createNode(value);
    const pair = pairOf(map, key);
    // An empty map is parsed as `{}`, and would keep everything on one line.
    if (map.items.length === 0) map.flow = false;
    if (pair === undefined) map.items.push(this.#parsed.document.createPair(key, node));
    else {
      const old = pair.value;
      if (isScalar(old) && isScalar(node) && old.comment) node.comment = old.comment;
      if (isSeq(old) && isSeq(node) && old.commentBefore) node.commentBefore = old.commentBefore;
      pair.value = node;
    }
  }
}

/** The text of a configuration after a change. */
export function editedText(parsed: ParsedConfig, change: (editor: ConfigEditor) => void): string {
  const editor = new ConfigEditor(parsed);
  change(editor);
  return editor.toString();
}

/** The text of a new configuration. */
export function renderConfig(
  current: string,
  contexts: Readonly<Record<string, ContextRecord>>,
): string {
  const editor = new ConfigEditor(parseConfig("", "new configuration"));
  editor.setCurrent(current);
  for (const [name, context] of Object.entries(contexts)) editor.put(name, context);
  return editor.toString();
}

/** A context of a parsed file, with the keys we do not know. */
export function plainContext(parsed: ParsedConfig, name: string): PlainContext {
  const record = parsed.reread().contexts.get(name);
  if (record === undefined) throw new OsctlError("input", `there is no context "${name}"`);
  const top = parsed.document.toJS() as { contexts?: Record<string, PlainContext | null> };
  const { target: _merged, ...written } = top.contexts?.[name] ?? {};
  return ordered({ ...written, ...record });
}

/** Known keys first and in order; what is empty is left out, except the endpoints. */
function ordered(context: ContextRecord | PlainContext): PlainContext {
  const { endpoints, nodes, ...rest } = context as Record<string, unknown>;
  const plain: Record<string, unknown> = { endpoints: endpoints ?? [] };
  if (Array.isArray(nodes) && nodes.length > 0) plain["nodes"] = nodes;
  for (const key of [...CONTEXT_KEYS.slice(2), ...Object.keys(rest)]) {
    if (rest[key] !== undefined && rest[key] !== "") plain[key] = rest[key];
  }
  return plain;
}

function keyOf(pair: Pair<unknown, unknown>): string {
  return isScalar(pair.key) ? sourceOf(pair.key) : "";
}

function remove(map: YAMLMap, key: string): void {
  map.items = map.items.filter((pair) => keyOf(pair) !== key);
}

/** Puts the named keys first and in that order. A comment above an entry moves with it. */
function arrange(map: YAMLMap, keys: readonly string[]): void {
  const before = map.items.map(keyOf);
  const rank = (pair: Pair<unknown, unknown>) => {
    const index = keys.indexOf(keyOf(pair));
    return index < 0 ? keys.length : index;
  };
  const items = map.items.toSorted((a, b) => rank(a) - rank(b));
  if (items.every((pair, index) => keyOf(pair) === before[index])) return;
  const first = map.items[0]?.key;
  // The parser hangs the comment above the first entry on the map itself.
  if (map.commentBefore && isScalar(first)) {
    first.commentBefore = map.commentBefore;
    map.commentBefore = null;
  }
  map.items = items;
}

/** Writes shared pieces out where they are used, so that each context can change on its own. */
function expandAliases({ document }: ParsedConfig): void {
  let found = 0;
  visit(document, {
    Alias(_key, alias) {
      if (++found > MOST_ALIASES) {
        throw new OsctlError("input", "the client configuration has too many aliases, or a loop");
      }
      return alias.resolve(document)?.clone() as Node | undefined;
    },
  });
  if (found === 0) return;
  visit(document, {
    Node(_key, node) {
      if ("anchor" in node) delete node.anchor;
    },
  });
}
