/**
 * Secrecy of values by the schema.
 *
 * @module
 */
import type { DocumentType, Field, FieldType } from "../schema/types.ts";

/** The schema's view of a value. */
export interface Position {
  /** Undefined for values unknown to the schema. */
  readonly type: FieldType | undefined;
  /** Whether the value and everything in it is secret. */
  readonly secret: boolean;
}

const UNKNOWN: Position = { type: undefined, secret: true };

/** Returns the position of a document's content. */
export function topOf({ object }: DocumentType): Position {
  return { type: object, secret: false };
}

/**
 * Returns the position of a field or item. Unknown fields count as secret, because they may be
 * misspelled secret fields.
 */
export function descend({ type, secret }: Position, step: string | number): Position {
  switch (type?.kind) {
    case "object": {
      const field: Field | undefined = Object.hasOwn(type.fields, step)
        ? type.fields[step]
        : undefined;
      return field ? { type: field.type, secret: secret || field.secret === true } : UNKNOWN;
    }
    case "list":
      return { type: type.item, secret };
    case "map":
      return { type: type.value, secret };
    case "text":
      // Items of a list of argument values.
      return type.listSince === undefined ? UNKNOWN : { type, secret };
    case "free":
      return { type, secret };
    default:
      return UNKNOWN;
  }
}
