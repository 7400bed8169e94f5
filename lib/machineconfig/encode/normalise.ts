/**
 * Normalises documents as the encoder of nodes does: fields in the order of the schema, required ones
 * added, empty ones omitted.
 *
 * @module
 */
import { type ConfigDocument, type Data, isMap, type Value } from "../data.ts";
import type { Field, FieldType, ObjectType, TextFormat } from "../schema/types.ts";

/** The empty value of formats with a notation of their own. */
const ZERO: Partial<Record<TextFormat, string>> = {
  diskSize: "0 B",
  duration: "0s",
  fileMode: "0o0",
};

/** Which empty values stay. */
interface Keeping {
  /**
   * Whether empty values that are there stay where the schema keeps them, as in a configuration
   * with comments: an empty list with `keepsEmpty`, an object that is part of its parent.
   */
  readonly present: boolean;
}

/** Returns the data of a document as written without comments. */
export function normalise(document: ConfigDocument): Data {
  return objectOf(document.type.object, document.data, { present: false });
}

/** Returns the data of a document as written with comments. */
export function normaliseForComments(document: ConfigDocument): Data {
  return objectOf(document.type.object, document.data, { present: true });
}

function objectOf(type: ObjectType, data: Data, keeping: Keeping): Data {
  const result: Record<string, Value> = {};
  for (const [name, field] of Object.entries(type.fields)) {
    const given = data[name];
    if (given === undefined || given === null) {
      if (field.always && canBeEmpty(field.type)) result[name] = zeroOf(field.type, keeping);
      continue;
    }
    const value = valueOf(field.type, given, keeping);
    if (field.always || !isEmpty(field, value, keeping)) result[name] = value;
  }
  return result;
}

function valueOf(type: FieldType, value: Value, keeping: Keeping): Value {
  switch (type.kind) {
    case "object":
      return isMap(value) ? objectOf(type, value, keeping) : value;
    case "list":
      return Array.isArray(value)
        ? value.map((item: Value) => valueOf(type.item, item ?? zeroItem(type.item), keeping))
        : value;
    case "map":
      if (!isMap(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) =>
          [name, valueOf(type.value, item ?? zeroItem(type.value), keeping)] as const
        ),
      );
    default:
      return value;
  }
}

/** A word that has to be one of a few would not be read again. */
function canBeEmpty(type: FieldType): boolean {
  return type.kind !== "text" || type.values === undefined || type.zero !== undefined;
}

/** Returns the value written for an absent field. */
function zeroOf(type: FieldType, keeping: Keeping): Value {
  switch (type.kind) {
    case "text":
      return type.optional ? null : type.zero ?? (type.format && ZERO[type.format]) ?? "";
    case "number":
      return type.optional ? null : 0;
    case "bool":
      return type.absentIsFalse ? false : null;
    case "list":
      return [];
    case "map":
    case "free":
      return {};
    case "object":
      return type.inline ? objectOf(type, {}, keeping) : null;
  }
}

/** Returns the value written for a null item. */
function zeroItem(type: FieldType): Value {
  return type.kind === "text" ? "" : type.kind === "free" ? {} : null;
}

function isEmpty({ type, keepsEmpty }: Field, value: Value, { present }: Keeping): boolean {
  switch (type.kind) {
    case "text":
      return value === "" || (type.format !== undefined && value === ZERO[type.format]);
    case "number":
      return !type.optional && (value === 0 || value === 0n);
    case "bool":
      return value === false && type.absentIsFalse === true;
    case "list":
      return Array.isArray(value) && value.length === 0 && !(present && keepsEmpty);
    case "map":
    case "free":
      return isMap(value) && Object.keys(value).length === 0;
    case "object":
      return !present && type.inline === true && isMap(value) && Object.keys(value).length === 0;
  }
}
