/**
 * Which values are secrets, by the schema.
 *
 * @module
 */
import type { DocumentType, Field, FieldType } from "../schema/types.ts";

/** What stands in the place of a secret. Nodes write and read it so, too. */
export const HIDDEN = "******";

/** What is known about a value on the way down the schema. */
export interface Place {
  /** Undefined where the schema knows nothing. */
  readonly type: FieldType | undefined;
  /** The value and all in it are not to be shown. */
  readonly secret: boolean;
}

/** The top of a document. */
export function topOf({ object }: DocumentType): Place {
  return { type: object, secret: false };
}

const UNKNOWN: Place = { type: undefined, secret: true };

/**
 * What is one step further down. A field that the schema does not know counts as a secret: it can
 * be one with a typing error in its name.
 */
export function stepInto({ type, secret }: Place, step: string | number): Place {
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
    case "free":
      return { type, secret };
    default:
      return UNKNOWN;
  }
}
