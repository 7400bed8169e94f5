/**
 * Parses kubeconfig files, and retains their text for edits.
 *
 * @module
 */
import {
  createErrorAt,
  type ErrorAt,
  isNull,
  parseSingleDocument,
  type SourceDocument,
  type SourceMap,
  type SourceNode,
  toData,
  type YamlMap,
} from "../../yaml/mod.ts";
import { type Kubeconfig, type KubeconfigEntry, type Section, SECTIONS } from "./types.ts";

/** Limits of reading a file. */
export const KUBECONFIG_LIMITS = { bytes: 5 * 2 ** 20 };

/** Maximum number of keys, values and separators; some thousand contexts. */
const MAX_VALUES = 50_000;

/** A parsed kubeconfig. */
export interface ParsedKubeconfig {
  readonly kubeconfig: Kubeconfig;
  readonly text: string;
  /** The document with content; undefined in an empty text. */
  readonly document: SourceDocument | undefined;
  readonly data: YamlMap;
}

/** Key of the content of an entry, by section. */
export const CONTENT_KEY: Readonly<Record<Section, string>> = {
  clusters: "cluster",
  users: "user",
  contexts: "context",
};

/**
 * Parses a kubeconfig. An empty text is one without entries.
 *
 * @param name The text's name in errors: its path or origin.
 * @param path The file, if it is one.
 * @throws {OsctlError} of kind `input`, starting with `name:line:column`. Values are not quoted,
 * since they include credentials.
 */
export function parseKubeconfig(text: string, name: string, path?: string): ParsedKubeconfig {
  const errorAt = createErrorAt(text, name);
  const document = parseSingleDocument(text, errorAt, { values: MAX_VALUES });
  const reader = new Reader(path, errorAt);
  const top = reader.map(document?.root, "a kubeconfig");
  const kubeconfig = reader.kubeconfig(top);
  const data = top === undefined ? {} : toData(top) as YamlMap;
  return { kubeconfig, text, document: top === undefined ? undefined : document, data };
}

/** Creates an error at an offset. */

class Reader {
  readonly #path: string | undefined;
  readonly #errorAt: ErrorAt;

  constructor(path: string | undefined, errorAt: ErrorAt) {
    this.#path = path;
    this.#errorAt = errorAt;
  }

  kubeconfig(top: SourceMap | undefined): Kubeconfig {
    const kind = valueOf(top, "kind");
    if (!isMissing(kind) && this.#string(kind!, `"kind"`) !== "Config") {
      throw this.#errorAt(kind!.offset, `not a kubeconfig: "kind" is not "Config"`);
    }
    const current = valueOf(top, "current-context");
    const [clusters, users, contexts] = SECTIONS.map((section) => this.#section(top, section));
    return {
      currentContext: isMissing(current) ? "" : this.#string(current!, `"current-context"`),
      clusters: clusters!,
      users: users!,
      contexts: contexts!,
    };
  }

  #section(top: SourceMap | undefined, section: Section): Map<string, KubeconfigEntry> {
    const entries = new Map<string, KubeconfigEntry>();
    const node = valueOf(top, section);
    if (isMissing(node)) return entries;
    if (node!.kind !== "list") throw this.#errorAt(node!.offset, `"${section}" must be a list`);
    const one = CONTENT_KEY[section];
    for (const item of node!.items) {
      const map = this.map(item, `an item of "${section}"`);
      const nameNode = valueOf(map, "name");
      if (isMissing(nameNode)) {
        throw this.#errorAt(item.offset, `an item of "${section}" has no "name"`);
      }
      const name = this.#string(nameNode!, `"name" of an item of "${section}"`);
      if (entries.has(name)) {
        throw this.#errorAt(item.offset, `${one} "${name}" is defined twice`, "remove one of them");
      }
      const content = this.map(valueOf(map, one), `"${one}" of "${name}"`);
      const value = content === undefined ? {} : toData(content) as YamlMap;
      entries.set(name, { value, path: this.#path });
    }
    return entries;
  }

  map(node: SourceNode | undefined, what: string): SourceMap | undefined {
    if (isMissing(node)) return undefined;
    if (node!.kind === "map") return node as SourceMap;
    throw this.#errorAt(node!.offset, `${what} must be a map`);
  }

  #string(node: SourceNode, what: string): string {
    if (node.kind === "scalar") return node.text;
    throw this.#errorAt(node.offset, `${what} must be a string`);
  }
}

function valueOf(map: SourceMap | undefined, key: string): SourceNode | undefined {
  return map?.entries.find((entry) => entry.key === key)?.value;
}

function isMissing(node: SourceNode | undefined): boolean {
  return node === undefined || (node.kind === "scalar" && isNull(node));
}
