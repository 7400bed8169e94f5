/**
 * Changes to a kubeconfig that keep its comments, layout and unknown keys.
 *
 * @module
 */
import { type Layout, layoutOf, TextEditor, writeYaml, type YamlMap } from "../../yaml/mod.ts";
import { own, parseYaml, sameValue, toData, type YamlValue } from "../../yaml/mod.ts";
import { CONTENT_KEY, type ParsedKubeconfig } from "./parse.ts";
import type { Kubeconfig, KubeconfigEntry, Section } from "./types.ts";

/** The layout of `kubectl config`. */
const KUBECTL_LAYOUT: Layout = {
  map: (column) => column + 2,
  list: (column) => column,
  isOpen: true,
};

/** Content of a new file, in the order of `kubectl config`. */
const SKELETON: YamlMap = {
  apiVersion: "v1",
  clusters: [],
  contexts: [],
  "current-context": "",
  kind: "Config",
  preferences: {},
  users: [],
};

/** Edits one parsed kubeconfig in memory. */
export class KubeconfigEditor {
  readonly #parsed: ParsedKubeconfig;
  readonly #sections: Record<Section, Map<string, KubeconfigEntry>>;
  #data: YamlMap;

  constructor(parsed: ParsedKubeconfig) {
    const { clusters, users, contexts } = parsed.kubeconfig;
    this.#parsed = parsed;
    this.#sections = {
      clusters: new Map(clusters),
      users: new Map(users),
      contexts: new Map(contexts),
    };
    this.#data = parsed.document === undefined ? SKELETON : parsed.data;
  }

  /** The kubeconfig with all changes. */
  get kubeconfig(): Kubeconfig {
    const currentContext = String(own(this.#data, "current-context") ?? "");
    return { currentContext, ...this.#sections };
  }

  /** Makes a context the current one. */
  setCurrentContext(name: string): void {
    this.#data = { ...this.#data, "current-context": name };
  }

  /** Adds an entry or replaces the entry of that name. */
  put(section: Section, name: string, value: YamlMap): void {
    this.#sections[section].set(name, { value, path: undefined });
    const items = this.#items(section);
    const index = items.findIndex((item) => nameOfItem(item) === name);
    const known = items[index] as YamlMap | undefined;
    const item: YamlMap = known === undefined
      ? { [CONTENT_KEY[section]]: value, name }
      : { ...known, [CONTENT_KEY[section]]: value };
    this.#setItems(section, known === undefined ? [...items, item] : items.with(index, item));
  }

  /** Removes an entry. */
  remove(section: Section, name: string): void {
    this.#sections[section].delete(name);
    this.#setItems(section, this.#items(section).filter((item) => nameOfItem(item) !== name));
  }

  /** Returns the text; unchanged parts keep their bytes. */
  toString(): string {
    const { document, text, data } = this.#parsed;
    if (document === undefined) {
      return (text.trim() === "" ? "" : `${text.trimEnd()}\n`) +
        writeYaml(this.#data, KUBECTL_LAYOUT);
    }
    if (sameValue(data, this.#data)) return text;
    const editor = new TextEditor(text, layoutOf(text, [document.root]), { keepsNull: false });
    editor.document(document, { before: data, after: this.#data });
    const edited = editor.result();
    // An edit in place is a convenience: the content must be exact.
    return edited !== undefined && sameValue(dataOf(edited), this.#data)
      ? edited
      : writeYaml(this.#data, KUBECTL_LAYOUT);
  }

  #items(section: Section): readonly YamlValue[] {
    return (own(this.#data, section) ?? []) as readonly YamlValue[];
  }

  #setItems(section: Section, items: readonly YamlValue[]): void {
    this.#data = { ...this.#data, [section]: items };
  }
}

function nameOfItem(item: YamlValue): string | undefined {
  const name = own(item as YamlMap, "name");
  return name === undefined || name === null ? undefined : String(name);
}

function dataOf(text: string): YamlValue {
  const { documents, problems } = parseYaml(text);
  const [document] = documents;
  return problems.length > 0 || document === undefined ? undefined : toData(document.root);
}
