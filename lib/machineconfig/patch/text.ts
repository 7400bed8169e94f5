/**
 * Applies patches to a text, which keeps its comments, its order and its style.
 *
 * @module
 */
import { type ConfigDocument, isMap, type Value } from "../data.ts";
import { encodeConfig } from "../encode/mod.ts";
import { loadConfig } from "../load/load.ts";
import { parseYaml } from "../../yaml/mod.ts";
import { fromYaml } from "../problem.ts";
import type { LoadedDocument } from "../load.ts";
import { MAIN } from "../schema/documents.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { TreeNode } from "../../yaml/tree.ts";
import { applyPatch, numbered, type Patched, severalDocuments, writtenData } from "./apply.ts";
import { Editor } from "./edit.ts";
import { layoutOf } from "./layout.ts";
import type { JsonPatch, Patch } from "./patch.ts";
import { plainData } from "./plain_data.ts";
import { errorOf } from "./problems.ts";
import { blockLines } from "./render.ts";
import { sameValue } from "./same.ts";
import { parseSpans, type SpanDocument } from "./spans.ts";
import { isSame } from "./strategic.ts";

/** A configuration as text. */
export interface ConfigText {
  readonly text: string;
  /** What errors call it: its path. */
  readonly name: string;
  readonly release: ConfigRelease;
}

/**
 * The text after patches. Without patches it is the same text; after JSON patches nothing but what
 * they say has changed; after strategic ones all is there that nodes write, such as an empty token.
 *
 * @throws {OsctlError} of kind `input`, with the place in the patch or in the text.
 */
export function patchText(config: ConfigText, patches: readonly Patch[]): string {
  const { release } = config;
  const [first, ...others] = patches.filter(doesSomething);
  if (first === undefined) return config.text;
  const loaded = first.form === "json" ? undefined : documentsIn(config);
  let state: Patched = first.form === "json"
    ? { data: onlyData(config, first), patch: first }
    : { documents: loaded ?? [] };
  for (const patch of [first, ...others]) state = applyPatch(state, patch, { release });
  // What is added at the end needs a line to be added behind.
  const text = /(^|\n)$/.test(config.text) ? config.text : `${config.text}\n`;
  if ("data" in state) return withData(text, state.data);
  return withDocuments({ ...config, text }, state.documents, loaded);
}

function doesSomething(patch: Patch): boolean {
  return patch.form === "strategic" || patch.operations.length > 0;
}

function documentsIn({ text, name, release }: ConfigText): readonly LoadedDocument[] {
  const { documents, problems } = loadConfig(text, { release });
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  return documents;
}

/** The data of a text's only document, whatever it is. */
function onlyData({ text, name }: ConfigText, patch: JsonPatch): Value {
  const { documents, problems } = parseYaml(text);
  const wrong = errorOf(fromYaml(problems), { name, text });
  if (wrong !== undefined) throw wrong;
  const [tree, ...others] = documents;
  if (tree === undefined || others.length > 0) throw severalDocuments(documents.length, patch);
  return plainData(tree.root);
}

/** The text, changed so that it says just this. */
function withData(text: string, after: Value): string {
  const [tree] = parseYaml(text).documents;
  const [span] = parseSpans(text);
  if (tree !== undefined && span !== undefined && isMap(after)) {
    const editor = new Editor(text, layoutOf(text, [span.root]), { keepsNull: false });
    editor.document(span, { before: plainData(tree.root), after, type: MAIN.object });
    const result = editor.result();
    if (result !== undefined && saysJust(result, after)) return result;
  }
  return isMap(after)
    ? blockLines(after, MAIN.object, 0, { step: 4, listStep: 4 }).join("\n") + "\n"
    : `${JSON.stringify(after)}\n`;
}

function saysJust(text: string, data: Value): boolean {
  const { documents, problems } = parseYaml(text);
  const [tree, ...others] = documents;
  return problems.length === 0 && tree !== undefined && others.length === 0 &&
    sameValue(plainData(tree.root), data);
}

/** The text, changed so that it holds just these documents. */
function withDocuments(
  { text, release }: ConfigText,
  documents: readonly ConfigDocument[],
  loaded: readonly LoadedDocument[] | undefined,
): string {
  const spans = parseSpans(text);
  const layout = layoutOf(text, spans.map(({ root }) => root));
  const editor = new Editor(text, layout, { keepsNull: true });
  const found = new Set<ConfigDocument>();
  const placed = loaded === undefined
    ? firstDocument(text, spans, documents)
    : placedDocuments(loaded, spans);
  for (const { document, tree, span } of placed) {
    const target = documents.find((other) => isSame(other, document));
    if (target === undefined) {
      editor.remove(span);
      continue;
    }
    found.add(target);
    // By the values as they stand, so that `60m` and a bare `yes` are written as nodes write them.
    const before = plainData(tree);
    editor.document(span, { before, after: numbered(target), type: target.type.object });
  }
  for (const document of documents) {
    if (!found.has(document)) editor.add(numbered(document), document.type);
  }
  const result = editor.result();
  if (result !== undefined && holdsJust(result, documents, release)) return result;
  return encodeConfig(documents, { docs: false, examples: false });
}

/** A document and its part of the text. */
interface Placed {
  readonly document: ConfigDocument;
  readonly tree: TreeNode;
  readonly span: SpanDocument;
}

function placedDocuments(
  documents: readonly LoadedDocument[],
  spans: readonly SpanDocument[],
): Placed[] {
  return documents.flatMap((document) => {
    const { offset } = document.tree;
    const span = spans.find(({ start, end }) => start <= offset && offset < end);
    return span === undefined ? [] : [{ document, tree: document.tree, span }];
  });
}

/** The one document that a JSON patch worked on, to be taken as it stands: it may be wrong. */
function firstDocument(
  text: string,
  [span]: readonly SpanDocument[],
  [target]: readonly ConfigDocument[],
): Placed[] {
  const tree = parseYaml(text).documents[0]?.root;
  const data = tree === undefined ? undefined : plainData(tree);
  if (target === undefined || span === undefined || tree === undefined || !isMap(data)) return [];
  return [{ document: { type: target.type, data }, tree, span }];
}

function holdsJust(
  text: string,
  documents: readonly ConfigDocument[],
  release: ConfigRelease,
): boolean {
  if (documents.length === 0) return text.trim() === "";
  const { documents: held, problems } = loadConfig(text, { release });
  return problems.every(({ severity }) => severity !== "error") &&
    held.length === documents.length &&
    documents.every((document) => {
      const same = held.find((other) => isSame(other, document));
      return same !== undefined && sameValue(writtenData(same), writtenData(document));
    });
}
