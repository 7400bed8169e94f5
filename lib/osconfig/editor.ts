/**
 * Changes to a client configuration that keep its comments and unknown keys.
 *
 * @module
 */
import {
  createDraft,
  createEntry,
  type DraftBlock,
  type DraftDocument,
  type DraftEntry,
  ExpansionError,
  toData,
  writeDraft,
  type YamlData,
  type YamlValue,
} from "../yaml/mod.ts";
import {
  type ConfigSource,
  CONTEXT_KEYS,
  contextName,
  isContextKey,
  LEGACY_KEY,
  parseConfig,
  type ParsedConfig,
} from "./document.ts";
import type { ContextRecord, Osconfig } from "./types.ts";

/** A context of a file with its unknown keys. */
export interface FullContext {
  readonly record: ContextRecord;
  readonly unknown: { readonly [key: string]: YamlData };
}

const TOP_KEYS = ["context", "contexts"];

/** Edits one parsed configuration in memory. */
export class ConfigEditor {
  readonly #parsed: ParsedConfig;
  readonly #document: DraftDocument;
  readonly #contexts: DraftBlock;
  readonly #entries: Map<string, DraftEntry>;
  readonly #records: Map<string, ContextRecord>;
  /** Unknown keys of contexts that are not from the file. */
  readonly #unknown = new Map<string, FullContext["unknown"]>();
  #current: string;

  constructor(parsed: ParsedConfig) {
    const { config, source } = parsed;
    this.#parsed = parsed;
    this.#current = config.current;
    this.#document = draftOf(source);
    this.#contexts = contextsOf(this.#document.root);
    for (const entry of this.#contexts.entries) entry.key = contextName(entry.key, entry.keyText);
    this.#entries = new Map(this.#contexts.entries.map((entry) => [entry.key, entry]));
    this.#records = new Map(config.contexts);
  }

  /** The configuration with all changes. */
  get config(): Osconfig {
    const contexts = [...this.#records].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const { path } = this.#parsed.config;
    return { path, current: this.#current, contexts: new Map(contexts) };
  }

  /** The name of the current context, or `""`. */
  get current(): string {
    return this.#current;
  }

  /** Makes a context the current one; `""` unsets it. */
  setCurrent(name: string): void {
    this.#current = name;
    set(this.#document.root, "context", name);
  }

  /** Adds a context or replaces the context of that name. */
  put(name: string, record: ContextRecord, unknown: FullContext["unknown"] = {}): void {
    this.#records.set(name, record);
    this.#unknown.set(name, unknown);
    const entry = set(this.#contexts, name, written({ record, unknown }));
    this.#entries.set(name, entry);
  }

  /** Renames an existing context to a name that is free; the current one stays current. */
  rename(name: string, newName: string): void {
    const entry = this.#entries.get(name)!;
    const renamed = { ...entry, key: newName, keyText: createEntry(newName, "").keyText };
    this.#contexts.entries = this.#contexts.entries.map((one) => one === entry ? renamed : one);
    moveKey(this.#records, name, newName);
    moveKey(this.#entries, name, newName);
    moveKey(this.#unknown, name, newName);
    this.#entries.set(newName, renamed);
    if (this.#current === name) this.setCurrent(newName);
  }

  /** Replaces the endpoints of an existing context. */
  setEndpoints(name: string, endpoints: readonly string[]): void {
    const map = this.#change(name, { endpoints });
    set(map, "endpoints", endpoints);
    remove(map, LEGACY_KEY);
  }

  /** Replaces the nodes of an existing context; an empty list removes the key. */
  setNodes(name: string, nodes: readonly string[]): void {
    const map = this.#change(name, { nodes });
    if (nodes.length === 0) remove(map, "nodes");
    else set(map, "nodes", nodes);
  }

  /** Replaces the proxy of an existing context; an empty text removes the key. */
  setProxyUrl(name: string, proxyUrl: string): void {
    const map = this.#change(name, { proxyUrl });
    if (proxyUrl === "") remove(map, "proxy-url");
    else set(map, "proxy-url", proxyUrl);
  }

  /** Removes a context. */
  remove(name: string): void {
    const entry = this.#entries.get(name);
    this.#records.delete(name);
    this.#entries.delete(name);
    this.#contexts.entries = this.#contexts.entries.filter((one) => one !== entry);
  }

  /** A context with its unknown keys; undefined if it does not exist. */
  full(name: string): FullContext | undefined {
    const record = this.#records.get(name);
    if (record === undefined) return undefined;
    return { record, unknown: this.#unknown.get(name) ?? unknownKeys(this.#parsed, name) };
  }

  /** The text: known keys first and in order, contexts sorted, four spaces of indentation. */
  toString(): string {
    const { root } = this.#document;
    if (!root.entries.some(({ key }) => key === "context")) this.setCurrent(this.#current);
    for (const [name, record] of this.#records) this.#normalise(name, record);
    arrange(root, TOP_KEYS);
    this.#contexts.entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return writeDraft(this.#document);
  }

  #normalise(name: string, { endpoints }: ContextRecord): void {
    const { value } = this.#entries.get(name)!;
    if (value.kind !== "map" && value.kind !== "scalar") return;
    const map = this.#map(name);
    const has = (key: string) => map.entries.some((entry) => entry.key === key);
    if (has(LEGACY_KEY) || !has("endpoints")) this.setEndpoints(name, endpoints);
    map.flow = false;
    arrange(map, CONTEXT_KEYS);
  }

  /** Changes the record of an existing context, and returns its map. */
  #change(name: string, change: Partial<ContextRecord>): DraftBlock {
    const record = this.#records.get(name);
    if (record === undefined) throw new Error(`no context ${JSON.stringify(name)} to change`);
    this.#records.set(name, { ...record, ...change });
    return this.#map(name);
  }

  /** The map of an existing context. */
  #map(name: string): DraftBlock {
    const entry = this.#entries.get(name)!;
    if (entry.value.kind === "map") return entry.value;
    const keys = Object.entries(written(this.full(name)!) as Record<string, YamlValue>);
    const map: DraftBlock = {
      kind: "map",
      flow: false,
      entries: keys.map(([key, value]) => createEntry(key, value)),
    };
    entry.value = map;
    return map;
  }
}

/** Returns the text of a configuration after a change. */
export function editedText(parsed: ParsedConfig, change: (editor: ConfigEditor) => void): string {
  const editor = new ConfigEditor(parsed);
  change(editor);
  return editor.toString();
}

/** Returns the text of a new configuration. */
export function renderConfig(
  current: string,
  contexts: Readonly<Record<string, ContextRecord>>,
): string {
  const editor = new ConfigEditor(parseConfig("", "new configuration"));
  editor.setCurrent(current);
  for (const [name, context] of Object.entries(contexts)) editor.put(name, context);
  return editor.toString();
}

/** A context of a parsed file with its unknown keys. */
export function fullContext(parsed: ParsedConfig, name: string): FullContext {
  return { record: parsed.config.contexts.get(name)!, unknown: unknownKeys(parsed, name) };
}

function unknownKeys({ source }: ParsedConfig, name: string): FullContext["unknown"] {
  const node = source.contexts.get(name)?.value;
  const entries = node?.kind === "map" ? node.entries : [];
  const unknown = entries
    .filter(({ key }) => !isContextKey(key))
    .map(({ key, value }) => [key, toData(value)] as const);
  return Object.fromEntries(unknown);
}

function draftOf({ text, top, errorAt }: ConfigSource): DraftDocument {
  try {
    return createDraft(text, top);
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    const { offset, message, hint } = error.problem;
    throw errorAt(offset, message, hint);
  }
}

/** The block of contexts, added to the top level if missing. */
function contextsOf(root: DraftBlock): DraftBlock {
  root.flow = false;
  let entry = root.entries.find(({ key }) => key === "contexts");
  if (entry === undefined) {
    entry = createEntry("contexts", {});
    root.entries.push(entry);
  }
  const contexts: DraftBlock = entry.value.kind === "map"
    ? entry.value
    : { kind: "map", flow: false, entries: [] };
  contexts.flow = false;
  entry.value = contexts;
  return contexts;
}

/** Returns the entry of a context: known keys in order, then others, without empty values. */
function written({ record, unknown }: FullContext): YamlValue {
  const { endpoints, nodes, auth, ...texts } = record;
  const { basic, siderov1 } = auth ?? {};
  return {
    endpoints,
    nodes: nodes.length === 0 ? undefined : nodes,
    ca: texts.ca || undefined,
    crt: texts.crt || undefined,
    key: texts.key || undefined,
    auth: auth === undefined ? undefined : {
      basic: basic === undefined ? undefined : { ...basic },
      siderov1: siderov1 === undefined ? undefined : { ...siderov1 },
    },
    cluster: texts.cluster || undefined,
    "proxy-url": texts.proxyUrl || undefined,
    ...unknown,
  };
}

function moveKey<T>(map: Map<string, T>, from: string, to: string): void {
  if (!map.has(from)) return;
  map.set(to, map.get(from)!);
  map.delete(from);
}

/** Replaces the value of a key, or adds the key. */
function set(map: DraftBlock, key: string, value: YamlValue): DraftEntry {
  map.flow = false;
  const next = createEntry(key, value);
  const known = map.entries.find((entry) => entry.key === key);
  if (known === undefined) {
    map.entries.push(next);
    return next;
  }
  // A comment after brackets concerns their content, one after a key or scalar the key.
  if (known.value.kind === "list" && known.value.flow) known.comment = "";
  known.value = next.value;
  return known;
}

function remove(map: DraftBlock, key: string): void {
  map.entries = map.entries.filter((entry) => entry.key !== key);
}

/** Moves the given keys to the start in that order, with the comments above them. */
function arrange(map: DraftBlock, keys: readonly string[]): void {
  const rank = ({ key }: DraftEntry) => {
    const index = keys.indexOf(key);
    return index < 0 ? keys.length : index;
  };
  map.entries.sort((a, b) => rank(a) - rank(b));
}
