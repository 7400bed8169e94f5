/** How paths go on, for shells. */
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { fieldsIn } from "../schema/inside.ts";
import type { FieldType } from "../schema/types.ts";
import { lookup } from "./lookup.ts";

/**
 * What a path can be after the last point of `prefix`; one that goes on ends in a point.
 *
 * @throws {OsctlError} of kind `input` when what is before that point names nothing.
 */
export function pathsAfter(prefix: string): string[] {
  const before = prefix.slice(0, prefix.lastIndexOf(".") + 1);
  if (before !== "") return fieldNames(lookup(before).type).map((name) => before + name);
  const kinds = DOCUMENTS.filter((document) => document !== MAIN).map(({ kind }) => `${kind}.`);
  return [...fieldNames(MAIN.object), ...kinds];
}

function fieldNames(type: FieldType): string[] {
  return fieldsIn(type).map(([name, field]) => fieldsIn(field.type).length > 0 ? `${name}.` : name);
}
