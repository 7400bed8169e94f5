/**
 * Bounds the number of values of a text before it is parsed: millions of them would take
 * gigabytes.
 *
 * @module
 */
import { fault, type YamlProblem } from "./syntax.ts";

/** Maximum number of values of a text; the largest machine configurations have some thousands. */
export const MAX_VALUES = 250_000;
/**
 * Maximum number of values of a spec of a node. v1.8 writes the content of a file as a list of one
 * integer per byte: 13 characters each, so the largest message, 32 MiB, has 2.5 million. They take
 * 0.9 GB.
 */
export const MAX_SPEC_VALUES = 2_500_000;

const SPACE = 0x20;

/** Returns the problem of a text with more than `most` values. */
export function tooManyValues(text: string, most: number): YamlProblem | undefined {
  // Every value but an empty one takes at least two characters.
  if (text.length < 2 * most) return undefined;
  let count = 0;
  /** In a block scalar, the column its lines are indented more than; else -1. */
  let block = -1;
  for (let start = 0; start < text.length;) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    let content = start;
    while (content < end && text.charCodeAt(content) === SPACE) content++;
    const isBlank = content === end || text.charCodeAt(content) === 0x0d;
    if (!isBlank && content - start <= block) block = -1;
    if (!isBlank && block < 0 && text[content] !== "#") {
      count += 1 + separators(text, content, end);
      if (count > most) {
        return fault(
          start,
          `more than ${most} keys, values and separators (16 quotes or escapes count as one)`,
          "check that it is the right file",
        );
      }
      block = blockAfter(text, start, end);
    }
    start = end + 1;
  }
  return undefined;
}

/** Counts commas, brackets, dashes and colons, and in part escapes and the quotes of `'it''s'`. */
function separators(text: string, from: number, to: number): number {
  let found = 0;
  for (let index = from; index < to; index++) {
    switch (text.charCodeAt(index)) {
      case 0x2c: // ,
      case 0x5b: // [
      case 0x7b: // {
        found++;
        break;
      case 0x27: // '
      case 0x5c: // \\ , frequent in long strings
        found += 1 / 16;
        break;
      case 0x2d: // -
      case 0x3a: // :
      case 0x3f: // ?
        if (index + 1 === to || text.charCodeAt(index + 1) <= SPACE) found++;
    }
  }
  return found;
}

/** The column that the block scalar after a line is indented more than, or -1 without one. */
function blockAfter(text: string, start: number, end: number): number {
  // The indicator is among the last characters, unless a comment follows.
  const tail = text.slice(Math.max(start, end - 200), end);
  if (!/(?:^|[\s:-])[|>][-+\d]*[ \t\r]*(?:#.*)?$/.test(tail)) return -1;
  const line = text.slice(start, Math.min(end, start + 500));
  const prefix = /^ *(?:[-?] +)*/.exec(line)![0];
  const isItem = /^[|>]/.test(line.slice(prefix.length));
  return isItem ? Math.max(prefix.lastIndexOf("-"), prefix.lastIndexOf("?"), 0) : prefix.length;
}
