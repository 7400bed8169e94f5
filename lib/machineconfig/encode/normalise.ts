/**
 * Normalises documents as the encoder of nodes does: fields in the order of the schema, required
 * ones added, empty ones omitted.
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

/** Options for empty values. */
interface NormaliseOptions {
  /**
   * Whether empty values stay, as in a configuration with comments: an empty list with
   * `keepsEmpty`, and an inline object.
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

function objectOf(type: ObjectType, data: Data, options: NormaliseOptions): Data {
  const result: Record<string, Value> = {};
  for (const [name, field] of Object.entries(type.fields)) {
    const given = data[name];
    if (given === undefined || given === null) {
      if (field.always && canBeEmpty(field.type)) result[name] = zeroOf(field.type, options);
      continue;
    }
    const value = valueOf(field.type, given, options);
    if (field.always || !isEmpty(field, value, options)) result[name] = value;
  }
  return result;
}

function valueOf(type: FieldType, value: Value, options: NormaliseOptions): Value {
  switch (type.kind) {
    case "object":
      return isMap(value) ? objectOf(type, value, options) : value;
    case "list":
      return Array.isArray(value)
        ? value.map((item: Value) => valueOf(type.item, item ?? zeroItem(type.item), options))
        : value;
    case "map":
      if (!isMap(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) =>
          [name, valueOf(type.value, item ?? zeroItem(type.value), options)] as const
        ),
      );
    default:
      return value;
  }
}

/** Reports whether a field accepts an empty value; a string with a fixed set of values does not. */
function canBeEmpty(type: FieldType): boolean {
  return type.kind !== "text" || type.values === undefined || type.zero !== undefined;
}

/** Returns the value written for an absent field. */
function zeroOf(type: FieldType, options: NormaliseOptions): Value {
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
      return type.inline ? objectOf(type, {}, options) : null;
  }
}

/** Returns the value written for a null item. */
function zeroItem(type: FieldType): Value {
  return type.kind === "text" ? "" : type.kind === "free" ? {} : null;
}

function isEmpty(
  { type, keepsEmpty }: Field,
  value: Value,
  { present }: NormaliseOptions,
): boolean {
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
