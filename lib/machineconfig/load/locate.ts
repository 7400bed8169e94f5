/**
 * Offsets in a text as lines and columns, and problems as lines for people.
 *
 * @module
 */
import { pathText, type Problem } from "../problem.ts";

/** A place for people and editors. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
}

/** A text and what errors call it. */
export interface Source {
  /** A path, `stdin`, or what the text came from. */
  readonly name: string;
  readonly text: string;
}

/** Where the character at `offset` is. */
export function locate(text: string, offset: number): Place {
  return placesIn(text)(offset);
}

/** Finds places in one text, quickly for many offsets. */
export function placesIn(text: string): (offset: number) => Place {
  let starts: number[] | undefined;
  // A mark of the encoding at the very start is no character of the first line.
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 - (low === 0 ? mark : 0) };
  };
}

/** Where lines start: after LF, CRLF or a lone CR. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x0a || code === 0x0d && text.charCodeAt(index + 1) !== 0x0a) {
      starts.push(index + 1);
    }
  }
  return starts;
}

/** `file:line:column: path: message; hint` */
export function problemLine(problem: Problem, source: Source): string {
  return problemLines([problem], source)[0]!;
}

/** A line for each problem. */
export function problemLines(problems: readonly Problem[], source: Source): string[] {
  const place = placesIn(source.text);
  return problems.map(({ offset, path, message, hint }) => {
    const { line, column } = place(offset);
    const way = path.length === 0 ? "" : `${pathText(path)}: `;
    return `${source.name}:${line}:${column}: ${way}${message}${
      hint === undefined ? "" : `; ${hint}`
    }`;
  });
}
