/**
 * Applies patches to a text, and keeps its comments, order and style.
 *
 * @module
 */
import {
  blockLines,
  GO_LAYOUT,
  layoutOf,
  type Parsed,
  parseYaml,
  sameValue,
  type SourceDocument,
  TextEditor,
  toData,
} from "../../yaml/mod.ts";
import { type ConfigDocument, isMap, type Value } from "../data.ts";
import { encodeConfig } from "../encode/mod.ts";
import { decodeConfig } from "../load/load.ts";
import type { LoadedDocument } from "../load.ts";
import { fromYaml } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { applyPatch, numbered, type Patched, severalDocuments, writtenData } from "./apply.ts";
import type { JsonPatch, Patch } from "./patch.ts";
import { errorOf } from "./problems.ts";
import { isSame } from "./strategic.ts";
import { toYaml } from "./values.ts";

/** A configuration as text. */
export interface ConfigText {
  readonly text: string;
  /** Its name in errors: its path. */
  readonly name: string;
  readonly release: ConfigRelease;
}

/** A text and its tree. */
interface ParsedText {
  readonly text: string;
  readonly documents: readonly SourceDocument[];
}

/**
 * Returns the text after patches. JSON patches change only the paths in them; strategic patches also
 * add fields that nodes always write, such as an empty token.
 *
 * @throws {OsctlError} of kind `input`, with the position in the patch or in the text.
 */
export function patchText(config: ConfigText, patches: readonly Patch[]): string {
  const { release } = config;
  const [first, ...others] = patches.filter(hasEffect);
  if (first === undefined) return config.text;
  // An addition at the end requires a line break before it.
  const text = /(^|\n)$/.test(config.text) ? config.text : `${config.text}\n`;
  const parsed = parseYaml(text);
  const loaded = first.form === "json" ? undefined : documentsOf(parsed, config);
  let state: Patched = first.form === "json"
    ? { data: onlyData(parsed, config, first), patch: first }
    : { documents: loaded ?? [] };
  for (const patch of [first, ...others]) state = applyPatch(state, patch, { release });
  const source = { text, documents: parsed.documents };
  return "data" in state
    ? withData(source, state.data)
    : withDocuments(source, state.documents, loaded, release);
}

function hasEffect(patch: Patch): boolean {
  return patch.form === "strategic" || patch.operations.length > 0;
}

function documentsOf(
  parsed: Parsed,
  { text, name, release }: ConfigText,
): readonly LoadedDocument[] {
  const { documents, problems } = decodeConfig(text, parsed, { release });
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  return documents;
}

/** Returns the data of a text's only document, whatever its schema. */
function onlyData(
  { documents, problems }: Parsed,
  { text, name }: ConfigText,
  patch: JsonPatch,
): Value {
  const wrong = errorOf(fromYaml(problems), { name, text });
  if (wrong !== undefined) throw wrong;
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0) {
    throw severalDocuments(documents.length, patch);
  }
  return toData(document.root);
}

/** Edits a text to hold the data. */
function withData({ text, documents }: ParsedText, data: Value): string {
  const [document] = documents;
  if (!isMap(data)) return `${JSON.stringify(data)}\n`;
  const after = toYaml(MAIN.object, data);
  if (document !== undefined) {
    const layout = layoutOf(text, [document.root]);
    const editor = new TextEditor(text, layout, { keepsNull: false });
    editor.document(document, { before: toData(document.root), after });
    const result = editor.result();
    if (result !== undefined && hasData(result, data)) return result;
  }
  return `${blockLines(after, 0, { ...GO_LAYOUT, isOpen: true }).join("\n")}\n`;
}

function hasData(text: string, data: Value): boolean {
  const { documents, problems } = parseYaml(text);
  const [document, ...others] = documents;
  return problems.length === 0 && document !== undefined && others.length === 0 &&
    sameValue(toData(document.root), data);
}

/** Edits a text to hold the documents. */
function withDocuments(
  source: ParsedText,
  documents: readonly ConfigDocument[],
  loaded: readonly LoadedDocument[] | undefined,
  release: ConfigRelease,
): string {
  const layout = layoutOf(source.text, source.documents.map(({ root }) => root));
  const editor = new TextEditor(source.text, layout, { keepsNull: true });
  const found = new Set<ConfigDocument>();
  const placed = loaded === undefined
    ? firstDocument(source, documents)
    : placedDocuments(source, loaded);
  for (const { document, place } of placed) {
    const target = documents.find((other) => isSame(other, document));
    if (target === undefined) {
      editor.remove(place);
      continue;
    }
    found.add(target);
    // With the values of the text, so that `60m` and a bare `yes` are written in canonical form.
    const before = toData(place.root);
    editor.document(place, { before, after: toYaml(target.type.object, numbered(target)) });
  }
  for (const document of documents) {
    if (found.has(document)) continue;
    const data = toYaml(document.type.object, numbered(document));
    editor.add(data, document.type === MAIN ? "first" : "last");
  }
  const result = editor.result();
  if (result !== undefined && hasDocuments(result, documents, release)) return result;
  return encodeConfig(documents, { docs: false, examples: false });
}

/** A document and its part of the text. */
interface PlacedDocument {
  readonly document: ConfigDocument;
  readonly place: SourceDocument;
}

function placedDocuments(
  { documents: places }: ParsedText,
  loaded: readonly LoadedDocument[],
): PlacedDocument[] {
  return loaded.flatMap((document) => {
    const place = places.find(({ root }) => root === document.tree);
    return place === undefined ? [] : [{ document, place }];
  });
}

/** The document that a JSON patch changed, without its schema: it may have been invalid before. */
function firstDocument(
  { documents: [place] }: ParsedText,
  [target]: readonly ConfigDocument[],
): PlacedDocument[] {
  const data = place === undefined ? undefined : toData(place.root);
  if (target === undefined || place === undefined || !isMap(data)) return [];
  return [{ document: { type: target.type, data }, place }];
}

function hasDocuments(
  text: string,
  documents: readonly ConfigDocument[],
  release: ConfigRelease,
): boolean {
  if (documents.length === 0) return text.trim() === "";
  const { documents: held, problems } = decodeConfig(text, parseYaml(text), { release });
  return problems.every(({ severity }) => severity !== "error") &&
    held.length === documents.length &&
    documents.every((document) => {
      const same = held.find((other) => isSame(other, document));
      return same !== undefined && sameValue(writtenData(same), writtenData(document));
    });
}
