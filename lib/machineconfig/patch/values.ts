/** What values are, and the types of their parts. */
import type { Data, Value } from "../data.ts";
import type { FieldType } from "../schema/types.ts";

/** Whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value has names. */
export function isMap(value: Value | undefined): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a name that the user chose: not what every object has. */
export function own(data: Data, name: string): Value | undefined {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

/** The type of a field or of a map's values. */
export function memberType(type: FieldType | undefined, name: string): FieldType | undefined {
  if (type?.kind === "object") {
    return Object.hasOwn(type.fields, name) ? type.fields[name]?.type : undefined;
  }
  return type?.kind === "map" ? type.value : undefined;
}

/** The type of a list's items. */
export function itemType(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === "list" ? type.item : undefined;
}
