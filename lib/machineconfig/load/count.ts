/**
 * How many values a text has, roughly and quickly: parsing millions of them would take memory that
 * no configuration is worth.
 *
 * @module
 */
import type { Problem } from "../problem.ts";
import { wrong } from "./syntax.ts";

/** The most values; the largest configurations have some thousands. */
const MOST_VALUES = 250_000;

/** Shorter texts cannot have so many that it matters. */
const SHORT = 1_000_000;

const SPACE = 0x20;

/** The problem of a text with more than {@linkcode MOST_VALUES}. */
export function tooManyValues(text: string): Problem | undefined {
  if (text.length < SHORT) return undefined;
  let count = 0;
  /** In a text of several lines: lines must be indented more than this; else -1. */
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
      if (count > MOST_VALUES) {
        return wrong(
          start,
          `there are more than ${MOST_VALUES} values, which no configuration needs`,
          "check that it is the right file",
        );
      }
      block = blockAfter(text, start, end);
    }
    start = end + 1;
  }
  return undefined;
}

/** Commas, brackets, dashes and keys beyond the first of a line, and escapes in part. */
function separators(text: string, from: number, to: number): number {
  let found = 0;
  for (let index = from; index < to; index++) {
    switch (text.charCodeAt(index)) {
      case 0x2c: // ,
      case 0x5b: // [
      case 0x7b: // {
        found++;
        break;
      case 0x5c: // \\ , of which long texts have many
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

/** When a line ends with the sign of a text of several lines: what these are indented more than. */
function blockAfter(text: string, start: number, end: number): number {
  // The sign is among the last characters, unless a comment follows.
  const tail = text.slice(Math.max(start, end - 200), end);
  if (!/(?:^|[\s:-])[|>][-+\d]*[ \t\r]*(?:#.*)?$/.test(tail)) return -1;
  const line = text.slice(start, Math.min(end, start + 500));
  const prefix = /^ *(?:[-?] +)*/.exec(line)![0];
  const isItem = /^[|>]/.test(line.slice(prefix.length));
  return isItem ? Math.max(prefix.lastIndexOf("-"), prefix.lastIndexOf("?"), 0) : prefix.length;
}
