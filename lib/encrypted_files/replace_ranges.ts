/** Replaces parts of a text. */
import type { Range } from "../yaml/mod.ts";

/** A part of a text, and the text in its place. */
export interface Replacement extends Range {
  readonly text: string;
}

/** Returns the text with replacements, which do not overlap. */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, text: next } of replacements.toSorted((a, b) => a.start - b.start)) {
    // A block scalar ends after its line break.
    const eol = text.slice(start, end).endsWith("\n") && !next.endsWith("\n") ? "\n" : "";
    result += text.slice(done, start) + next + eol;
    done = end;
  }
  return result + text.slice(done);
}
