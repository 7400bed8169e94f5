/**
 * The fields in which two configurations differ.
 *
 * @module
 */
import { sameValue } from "../yaml/mod.ts";
import { type ConfigDocument, type Data, isList, isMap, type Value } from "./data.ts";
import { normalise } from "./encode/normalise.ts";
import { isSame } from "./patch/strategic.ts";
import { type Path, pathText } from "./problem.ts";
import { MAIN } from "./schema/documents.ts";

/** A field with different values. */
export interface FieldChange {
  readonly document: ConfigDocument;
  /** Path in the document; empty for a whole document. */
  readonly path: Path;
  /** Undefined when only the later configuration has it. */
  readonly before: Value | undefined;
  /** Undefined when only the earlier configuration has it. */
  readonly after: Value | undefined;
}

/**
 * Returns the fields that differ, in the order of the schema. A field that only one of the
 * configurations has is one change, and so is a list whose length differs.
 */
export function changedFields(
  before: readonly ConfigDocument[],
  after: readonly ConfigDocument[],
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const document of before) {
    const other = after.find((one) => isSame(one, document));
    compare({ document, path: [] }, normalise(document), other && normalise(other), changes);
  }
  for (const document of after) {
    if (before.some((one) => isSame(one, document))) continue;
    changes.push({ document, path: [], before: undefined, after: normalise(document) });
  }
  return changes;
}

function compare(
  { document, path }: Pick<FieldChange, "document" | "path">,
  before: Value | undefined,
  after: Value | undefined,
  changes: FieldChange[],
): void {
  if (isMap(before) && isMap(after)) {
    for (const key of keysOf(before, after)) {
      compare({ document, path: [...path, key] }, before[key], after[key], changes);
    }
  } else if (isList(before) && isList(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) {
      compare({ document, path: [...path, index] }, item, after[index], changes);
    }
  } else if (before === undefined || after === undefined || !sameValue(before, after)) {
    // Nodes treat an empty object as an absent one.
    if (isNothing(before) && isNothing(after)) return;
    changes.push({ document, path, before, after });
  }
}

function isNothing(value: Value | undefined): boolean {
  return value === undefined || isMap(value) && Object.keys(value).length === 0;
}

function keysOf(before: Data, after: Data): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Returns the path of a change with its document: `machine.install.disk`, `HostnameConfig.hostname`. */
export function changeText({ document, path }: Pick<FieldChange, "document" | "path">): string {
  const { type, data } = document;
  if (type === MAIN) return pathText(path);
  const name = type.named ? `[${JSON.stringify(data["name"] ?? "")}]` : "";
  return path.length === 0 ? `${type.kind}${name}` : `${type.kind}${name}.${pathText(path)}`;
}
