/**
 * Names with ranges: `cp[1-3]`, `node[01-10,12]`.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Maximum number of names of one range; more are a mistake. */
const MAX_NAMES = 1000;

/** Reports whether a text has a range. An IPv6 address in brackets has none. */
export function hasRange(text: string): boolean {
  return /^[^[]+\[/.test(text.trim());
}

/**
 * Returns the names that a range stands for, in order. Numbers keep the leading zeros of the first
 * one.
 *
 * @throws {OsctlError} of kind `usage` for an invalid or too long range.
 */
export function expandRange(text: string): string[] {
  let names = [""];
  const parts = text.matchAll(/([^[\]]*)(?:\[([^[\]]*)\])?/gy);
  let end = 0;
  for (const [part, literal, range] of parts) {
    if (part === "") break;
    end += part.length;
    const values = range === undefined ? [""] : parseRange(range, text);
    if (names.length * values.length > MAX_NAMES) throw tooMany(text);
    names = names.flatMap((name) => values.map((value) => `${name}${literal}${value}`));
  }
  if (end < text.length) throw invalid(text, "the brackets do not match");
  return names;
}

function parseRange(range: string, text: string): string[] {
  return range.split(",").flatMap((part) => {
    const match = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part);
    if (match === null) throw invalid(text, `"${part}" is not a number or a range of numbers`);
    const [, first, last = first] = match;
    const [from, to] = [Number(first), Number(last)];
    if (from > to) throw invalid(text, `${first} is greater than ${last}`);
    if (to - from >= MAX_NAMES) throw tooMany(text);
    return Array.from(
      { length: to - from + 1 },
      (_, index) => String(from + index).padStart(first!.length, "0"),
    );
  });
}

function tooMany(text: string): OsctlError {
  return invalid(text, `it stands for more than ${MAX_NAMES} names`);
}

function invalid(text: string, reason: string): OsctlError {
  return new OsctlError("usage", `invalid target "${text}": ${reason}`, {
    hint: "use a range such as worker-[1-3]",
  });
}
