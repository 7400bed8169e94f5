/** Parts of values, and their types. */
import { RawScalar, type YamlMap, type YamlValue } from "../../yaml/mod.ts";
import { type Data, isList, isMap, type Value } from "../data.ts";
import { type FieldType, FREE } from "../schema/types.ts";

/** Returns the value of a key, never a value of `Object.prototype`. */
export function own(data: Data, name: string): Value | undefined {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

/** Returns the type of a field or of a map's values. */
export function memberType(type: FieldType | undefined, name: string): FieldType | undefined {
  if (type?.kind === "object") {
    return Object.hasOwn(type.fields, name) ? type.fields[name]?.type : undefined;
  }
  return type?.kind === "map" ? type.value : undefined;
}

/** Returns the type of a list's items. */
export function itemType(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === "list" ? type.item : undefined;
}

/** Converts data for writing: file modes become octal numbers. */
export function toYaml(type: FieldType | undefined, data: Data): YamlMap {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, valueOf(memberType(type, name), value)]),
  );
}

function valueOf(type: FieldType | undefined, value: Value): YamlValue {
  if (isList(value)) return value.map((item) => valueOf(itemType(type), item));
  if (isMap(value)) return toYaml(type ?? FREE, value);
  const isMode = type?.kind === "text" && type.format === "fileMode";
  return isMode && typeof value === "number"
    ? new RawScalar(`0o${value.toString(8)}`, value)
    : value;
}
