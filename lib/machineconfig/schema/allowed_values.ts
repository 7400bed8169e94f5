import type { FieldType, ObjectType } from "./types.ts";

/** Returns the allowed values of a string or of the items of a list, or undefined without a limit. */
export function allowedValues(type: FieldType): readonly string[] | undefined {
  if (type.kind === "list") return allowedValues(type.item);
  return type.kind === "text" ? type.values ?? type.checkedValues : undefined;
}

/**
 * Returns the allowed values of a field.
 *
 * @throws {TypeError} when the schema does not limit them.
 */
export function allowedValuesOf({ name, fields }: ObjectType, field: string): readonly string[] {
  const type = fields[field]?.type;
  const values = type && allowedValues(type);
  if (values === undefined) throw new TypeError(`${name} does not limit the values of ${field}`);
  return values;
}
