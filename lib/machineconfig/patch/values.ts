/** Parts of values, and their types. */
import type { Data, Value } from "../data.ts";
import type { FieldType } from "../schema/types.ts";

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
