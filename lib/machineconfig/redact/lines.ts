/**
 * Hides what looks like a secret in lines that cannot be parsed: comments, and texts that are no
 * YAML.
 *
 * @module
 */
import { DOCUMENTS } from "../schema/documents.ts";
import { fieldsIn } from "../schema/inside.ts";
import type { FieldType } from "../schema/types.ts";
import { HIDDEN } from "./secret.ts";

/** The names of fields that are secret somewhere. */
function secretNames(): Set<string> {
  const names = new Set<string>();
  const collect = (type: FieldType): void => {
    for (const [name, field] of fieldsIn(type)) {
      if (field.secret) names.add(name);
      collect(field.type);
    }
  };
  for (const { object } of DOCUMENTS) collect(object);
  return names;
}

/** Makes a function that hides what follows names of secret fields in a text. */
export function lineRedactor(): (text: string) => string {
  const names = [...secretNames()].join("|");
  const named = new RegExp(`(?<![\\w-])(?:${names})["']?\\s*:(?=\\s|$|["'{[])`);
  return (text) => redactLines(text, named);
}

/** Hides the rest of a line with such a name, and the lines below that are further in. */
function redactLines(text: string, named: RegExp): string {
  /** Where the latest such name stands in its line. */
  let column: number | undefined;
  return text.split("\n").map((line) => {
    const start = /^[\s#-]*/.exec(line)![0].length;
    if (start === line.length) return line;
    if (column !== undefined && start > column) return line.slice(0, start) + HIDDEN;
    const match = named.exec(line);
    column = match ? start : undefined;
    if (!match) return line;
    const end = match.index + match[0].length;
    return /^\s*$/.test(line.slice(end)) ? line : `${line.slice(0, end)} ${HIDDEN}`;
  }).join("\n");
}
