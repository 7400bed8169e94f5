/**
 * Scalars of a configuration, as Go's encoder writes them.
 *
 * @module
 */
import { hasLines, writeKey, writeScalar } from "../../yaml/write.ts";
import type { ScalarPlace } from "../../yaml/write_scalar.ts";
import type { Data, Value } from "../data.ts";
import type { FieldType } from "../schema/types.ts";

export { writeKey as key };

/** Reports whether a value has lines of its own. */
export function isBlock(value: Value): value is Data | readonly Value[] {
  return hasLines(value);
}

/** Writes a value without lines of its own; a string can span lines. */
export function scalar(type: FieldType, value: Value, place: ScalarPlace): string {
  return isOctal(type, value) ? value : writeScalar(value, place);
}

/** File modes are written as octal numbers, which data holds as text. */
function isOctal(type: FieldType, value: Value): value is string {
  return type.kind === "text" && type.format === "fileMode" && typeof value === "string" &&
    /^0o[0-7]+$/.test(value);
}
