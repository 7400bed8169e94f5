/**
 * Applies patches in order to the data of documents.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { type ConfigDocument, type Data, isList, isMap, type Value } from "../data.ts";
import { normalise } from "../encode/mod.ts";
import { treeOf } from "../../yaml/mod.ts";
import { decodeConfig } from "../load/load.ts";
import { pathText } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import { API_VERSION } from "../schema/header.ts";
import type { ConfigRelease, FieldType } from "../schema/types.ts";
import { applyJsonPatch } from "./json_patch.ts";
import type { JsonPatch, Patch } from "./patch.ts";
import { together } from "./problems.ts";
import { itemType, memberType } from "./values.ts";
import { applyStrategic } from "./strategic.ts";

/** Options of applying patches. */
export interface ApplyOptions {
  /** The release whose schema and merge rules apply. */
  readonly release: ConfigRelease;
}

/**
 * A configuration between patches: documents for strategic patches, or the data of its only
 * document for JSON patches, which can violate the schema.
 */
export type Patched =
  | { readonly documents: readonly ConfigDocument[] }
  | { readonly data: Value; readonly patch: JsonPatch };

/**
 * Returns the documents after patches.
 *
 * @throws {OsctlError} of kind `input` that names the patch, its line and column.
 */
export function applyPatches(
  documents: readonly ConfigDocument[],
  patches: readonly Patch[],
  options: ApplyOptions,
): ConfigDocument[] {
  let state: Patched = { documents };
  for (const patch of patches) state = applyPatch(state, patch, options);
  return [...documentsOf(state, options)];
}

/**
 * Applies one patch.
 *
 * @throws {OsctlError} of kind `input` that names the patch, its line and column.
 */
export function applyPatch(state: Patched, patch: Patch, options: ApplyOptions): Patched {
  if (patch.form === "strategic") {
    return { documents: applyStrategic(documentsOf(state, options), patch, options.release) };
  }
  if (patch.operations.length === 0) return state;
  const data = "documents" in state ? onlyDocument(state.documents, patch) : state.data;
  return { data: applyJsonPatch(data, patch), patch };
}

/**
 * Returns the documents of a configuration between patches.
 *
 * @throws {OsctlError} of kind `input` when the result of a JSON patch is not a configuration.
 */
function documentsOf(state: Patched, { release }: ApplyOptions): readonly ConfigDocument[] {
  if ("documents" in state) return state.documents;
  const root = treeOf(state.data);
  const { documents, problems } = decodeConfig("", { documents: [{ root }], problems: [] }, {
    release,
  });
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return documents;
  throw together(errors.map(({ path, message, hint }) => {
    const prefix = path.length === 0 ? "" : `${pathText(path)}: `;
    return new OsctlError(
      "input",
      `${state.patch.name}: the result is invalid: ${prefix}${message}`,
      hint === undefined ? {} : { hint },
    );
  }));
}

/** Returns the data as written, with the header of its kind. */
export function writtenData(document: ConfigDocument): Data {
  return { ...headerOf(document), ...normalise(document) };
}

/** Returns the header of a document. */
function headerOf({ type }: ConfigDocument): Data {
  return type === MAIN ? {} : { apiVersion: API_VERSION, kind: type.kind };
}

/** Creates the error of a JSON patch for several documents. */
export function severalDocuments(count: number, patch: JsonPatch): OsctlError {
  return new OsctlError(
    "input",
    `${patch.name}: a JSON patch requires a single document, found ${count}`,
    { hint: "use a strategic merge patch" },
  );
}

function onlyDocument(documents: readonly ConfigDocument[], patch: JsonPatch): Value {
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0) throw severalDocuments(documents.length, patch);
  return numbered(document);
}

/** Returns the data as it is parsed without a schema: file modes are numbers. */
export function numbered(document: ConfigDocument): Data {
  const data = writtenData(document);
  const { fields } = document.type.object;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      [name, withNumbers(fields[name]?.type, value)] as const
    ),
  );
}

function withNumbers(type: FieldType | undefined, value: Value): Value {
  if (isList(value)) return value.map((item) => withNumbers(itemType(type), item));
  if (isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) =>
        [name, withNumbers(memberType(type, name), item)] as const
      ),
    );
  }
  const isMode = type?.kind === "text" && type.format === "fileMode";
  return isMode && typeof value === "string" && value !== "" ? Number(value) : value;
}
