/**
 * Files that are a single YAML document.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { parseYaml } from "./parse.ts";
import { placesIn } from "./place.ts";
import type { SourceDocument } from "./tree.ts";

/** Returns the error at an offset of a text. */
export type ErrorAt = (offset: number, reason: string, hint?: string) => OsctlError;

/** Returns the function that creates errors of a text, starting with `name:line:column`. */
export function createErrorAt(text: string, name: string): ErrorAt {
  const place = placesIn(text);
  return (offset, reason, hint) => {
    const { line, column } = place(offset);
    const message = `${name}:${line}:${column}: ${reason}`;
    return new OsctlError("input", message, hint === undefined ? {} : { hint });
  };
}

/**
 * Parses a single document; undefined in an empty text.
 *
 * @param values The most values that it may contain.
 * @throws {OsctlError} of kind `input`.
 */
export function parseSingleDocument(
  text: string,
  errorAt: ErrorAt,
  { values }: { readonly values: number },
): SourceDocument | undefined {
  const { documents: [document, second], problems: [problem] } = parseYaml(text, { values });
  if (problem !== undefined) {
    throw errorAt(problem.offset, `invalid YAML: ${problem.message}`, problem.hint);
  }
  if (second !== undefined) {
    throw errorAt(second.start, "more than one YAML document", "keep one of them");
  }
  return document;
}
