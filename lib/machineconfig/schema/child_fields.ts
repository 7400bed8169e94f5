import type { Field, FieldType } from "./types.ts";

/** Returns the fields of an object, also through lists and maps of it; empty for other types. */
export function childFields(type: FieldType): [name: string, field: Field][] {
  if (type.kind === "list") return childFields(type.item);
  if (type.kind === "map") return childFields(type.value);
  return type.kind === "object" ? Object.entries(type.fields) : [];
}
