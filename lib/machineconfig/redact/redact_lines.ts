/**
 * Redacts secrets in lines that cannot be parsed: comments, and text that is not valid YAML.
 *
 * @module
 */
import { DOCUMENTS } from "../schema/documents.ts";
import { childFields } from "../schema/child_fields.ts";
import type { FieldType } from "../schema/types.ts";
import { REDACTED } from "../../pki/redacted.ts";

/** Returns the names of fields that are secret in any object. */
function secretNames(): Set<string> {
  const names = new Set<string>();
  const collect = (type: FieldType): void => {
    for (const [name, field] of childFields(type)) {
      if (field.secret) names.add(name);
      collect(field.type);
    }
  };
  for (const { object } of DOCUMENTS) collect(object);
  return names;
}

/** Creates a function that redacts the values after names of secret fields. */
export function createLineRedactor(): (text: string) => string {
  const names = [...secretNames()].join("|");
  const named = new RegExp(`(?<![\\w-])(?:${names})["']?\\s*:(?=\\s|$|["'{[])`);
  return (text) => redactLines(text, named);
}

/** Redacts the rest of a line after a secret name, and the more indented lines below it. */
function redactLines(text: string, named: RegExp): string {
  /** Indentation of the line with the latest secret name. */
  let column: number | undefined;
  return text.split("\n").map((line) => {
    const start = /^[\s#-]*/.exec(line)![0].length;
    if (start === line.length) return line;
    if (column !== undefined && start > column) return line.slice(0, start) + REDACTED;
    const match = named.exec(line);
    column = match ? start : undefined;
    if (!match) return line;
    const end = match.index + match[0].length;
    return /^\s*$/.test(line.slice(end)) ? line : `${line.slice(0, end)} ${REDACTED}`;
  }).join("\n");
}
