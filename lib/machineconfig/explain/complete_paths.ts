/** Shell completion of schema paths. */
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { childFields } from "../schema/child_fields.ts";
import type { DocumentType, FieldType } from "../schema/types.ts";
import { lookup } from "./lookup.ts";

/**
 * Returns the candidates for `prefix` up to its next dot; those with fields end in a dot.
 *
 * @throws {OsctlError} of kind `input` when the path before the last dot does not exist.
 */
export function completePaths(prefix: string, further: readonly DocumentType[] = []): string[] {
  const before = prefix.slice(0, prefix.lastIndexOf(".") + 1);
  if (before !== "") return fieldNames(lookup(before, further).type).map((name) => before + name);
  const kinds = [...DOCUMENTS, ...further].filter((document) => document !== MAIN)
    .map(({ kind }) => `${kind}.`);
  return [...fieldNames(MAIN.object), ...kinds];
}

function fieldNames(type: FieldType): string[] {
  return childFields(type).map(([name, field]) =>
    childFields(field.type).length > 0 ? `${name}.` : name
  );
}
