/**
 * Hides the secrets of a YAML text; comments, order and line numbers stay.
 *
 * @module
 */
import { type Event, parseEvents, YAMLException } from "js-yaml";
import { type Part, Secrets } from "./find.ts";
import { lineRedactor } from "./lines.ts";

/**
 * The text of a configuration or patch with secrets replaced by `******`. Secrets are the fields
 * that the schema marks and those it does not know, also in whole-line comments (`# token: …`). In
 * a text that is no YAML, lines are judged by the names in them.
 */
export function redactText(text: string): string {
  const redactLines = lineRedactor();
  let events: Event[];
  try {
    events = parseEvents(text, {});
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return redactLines(text);
  }
  let { found, long, aliased } = new Secrets(text).in(events);
  // What an alias brings into a secret field stands somewhere else.
  if (aliased.size > 0) ({ found, long } = new Secrets(text, aliased).in(events));
  return replaced(text, [...found, ...comments(text, long, redactLines)]);
}

function replaced(text: string, parts: Part[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, by } of parts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}

/** Comments on lines of their own that hold secrets. */
function* comments(
  text: string,
  long: readonly (readonly [start: number, end: number])[],
  redactLines: (text: string) => string,
): Generator<Part> {
  let next = 0;
  for (const { 0: comment, index: start } of text.matchAll(/(?:^[ \t]*#.*(?:\n|$))+/gm)) {
    // In a text of several lines, such a line is no comment.
    while (next < long.length && long[next]![1] <= start) next++;
    if (next < long.length && long[next]![0] <= start) continue;
    const by = redactLines(comment);
    if (by !== comment) yield { start, end: start + comment.length, by };
  }
}
