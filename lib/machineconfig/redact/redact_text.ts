/**
 * Redacts secrets in YAML text, keeping comments, order and line numbers.
 *
 * @module
 */
import { parseEvents } from "../../yaml/events.ts";
import { createLineRedactor } from "./redact_lines.ts";
import { type Replacement, SecretScanner } from "./secret_scanner.ts";

/**
 * Replaces the secrets of a configuration or patch by `******`: fields that the schema marks as
 * secret and unknown fields, also in whole-line comments (`# token: …`). In text that is not valid
 * YAML, redacts lines by the field names in them.
 */
export function redactText(text: string): string {
  const redactLines = createLineRedactor();
  const events = parseEvents(text);
  if (events === undefined) return redactLines(text);
  let { secrets, multiline, aliased } = new SecretScanner(text).scan(events);
  // The value of an alias in a secret field is at its anchor.
  if (aliased.size > 0) {
    ({ secrets, multiline } = new SecretScanner(text, aliased).scan(events));
  }
  return replace(text, [...secrets, ...secretComments(text, multiline, redactLines)]);
}

function replace(text: string, replacements: Replacement[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, replacement } of replacements.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** Yields the ranges of consecutive whole-line comments. */
function* commentBlocks(text: string): Generator<readonly [start: number, end: number]> {
  let [from, to] = [0, 0];
  for (const { 0: line, index } of text.matchAll(/^[ \t]*#.*(?:\n|$)/gm)) {
    if (index !== to) {
      if (to > from) yield [from, to];
      from = index;
    }
    to = index + line.length;
  }
  if (to > from) yield [from, to];
}

/** Yields replacements of whole-line comments that contain secrets. */
function* secretComments(
  text: string,
  multiline: readonly (readonly [start: number, end: number])[],
  redactLines: (text: string) => string,
): Generator<Replacement> {
  let next = 0;
  for (const [start, end] of commentBlocks(text)) {
    const comment = text.slice(start, end);
    // Within a multi-line scalar, `#` does not start a comment.
    while (next < multiline.length && multiline[next]![1] <= start) next++;
    if (next < multiline.length && multiline[next]![0] <= start) continue;
    const replacement = redactLines(comment);
    if (replacement !== comment) yield { start, end: start + comment.length, replacement };
  }
}
