import type { Field, FieldType } from "./types.ts";

/** The fields of the object that a type is, or that its lists and maps have; without one, none. */
export function fieldsIn(type: FieldType): [name: string, field: Field][] {
  if (type.kind === "list") return fieldsIn(type.item);
  if (type.kind === "map") return fieldsIn(type.value);
  return type.kind === "object" ? Object.entries(type.fields) : [];
}
