import type { FieldType, ObjectType } from "./types.ts";

/** The words that can stand for a text or an item of a list, if they are limited. */
export function wordsOf(type: FieldType): readonly string[] | undefined {
  if (type.kind === "list") return wordsOf(type.item);
  return type.kind === "text" ? type.values ?? type.words : undefined;
}

/**
 * The words of a field.
 *
 * @throws {TypeError} when the table has none for it.
 */
export function wordsFor({ name, fields }: ObjectType, field: string): readonly string[] {
  const type = fields[field]?.type;
  const words = type && wordsOf(type);
  if (words === undefined) throw new TypeError(`${name} has no words for ${field}`);
  return words;
}
