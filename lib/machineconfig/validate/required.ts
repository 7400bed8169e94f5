/**
 * Required fields of documents, from the schema.
 *
 * @module
 */
import { isList, isMap } from "../data.ts";
import type { FieldType, ObjectType } from "../schema/types.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

/** Reports missing and empty required fields of an object and of the objects in it. */
export function checkRequired(type: ObjectType, cursor: Cursor, report: Report): void {
  for (const [name, field] of Object.entries(type.fields)) {
    const child = cursor.at(name);
    if (field.required && isEmpty(child)) report.error(child, `"${name}" is required`);
    else checkInside(field.type, child, report);
  }
}

function checkInside(type: FieldType, cursor: Cursor, report: Report): void {
  if (!cursor.isPresent) return;
  if (type.kind === "object") checkRequired(type, cursor, report);
  if (type.kind !== "list") return;
  for (const item of cursor.items) checkInside(type.item, item, report);
}

function isEmpty(cursor: Cursor): boolean {
  const { isInvalid, value } = cursor;
  if (isInvalid) return false;
  if (value === undefined || value === "" || value === 0) return true;
  if (isList(value)) return value.length === 0;
  return isMap(value) && Object.keys(value).length === 0;
}
