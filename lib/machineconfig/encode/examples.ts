/**
 * Selects the examples of a configuration.
 *
 * @module
 */
import type { Value } from "../data.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease, Example, Field, FieldType } from "../schema/types.ts";

/** The machine that the examples are for. */
export interface Reader {
  readonly release: ConfigRelease;
  readonly isControlPlane: boolean;
}

/**
 * Returns the examples of a field: none of a field that is deprecated, replaced, later, for other
 * machines or secret. Of several without titles only the first because they are alike.
 */
export function shownExamples(field: Field, reader: Reader): readonly Example[] {
  const { examples = [], instead, since, controlPlaneOnly, replacedBy } = field;
  if (replacedBy !== undefined && !isLater(replacedBy.since, reader.release)) return [];
  if (instead !== undefined || isLater(since, reader.release)) return [];
  if ((controlPlaneOnly && !reader.isControlPlane) || isForSecret(field)) return [];
  return examples.filter(({ title }, index) => index === 0 || title !== undefined);
}

/** Reports whether a field holds a secret. */
function isForSecret({ type, secret }: Field): boolean {
  if (type.kind === "object") return Object.values(type.fields).some((field) => field.secret);
  return type.kind === "text" && secret === true;
}

/** Returns the value of an example without fields of later releases. */
export function exampleValue(type: FieldType, value: unknown, release: ConfigRelease): Value {
  if (Array.isArray(value)) {
    const itemType = type.kind === "list" ? type.item : type;
    return value.map((item: unknown) => exampleValue(itemType, item, release));
  }
  if (typeof value === "object" && value !== null) {
    const result: Record<string, Value> = {};
    for (const [name, item] of Object.entries(value)) {
      const field = type.kind === "object" ? type.fields[name] : undefined;
      if (isLater(field?.since, release)) continue;
      const itemType = field?.type ?? (type.kind === "map" ? type.value : type);
      result[name] = exampleValue(itemType, item, release);
    }
    return result;
  }
  if (
    typeof value === "string" || typeof value === "number" || typeof value === "bigint" ||
    typeof value === "boolean"
  ) return value;
  if (value === null) return null;
  throw new TypeError(`an example holds ${typeof value}`);
}
