/**
 * Offsets in a text as lines and columns, and problems as lines for people.
 *
 * @module
 */
import { cut, pathText, type Problem } from "../problem.ts";

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

/** A line is known for every so many characters. */
const STEP = 256;

/** Finds places in one text, quickly for many offsets. */
export function placesIn(text: string): (offset: number) => Place {
  let known: KnownLines | undefined;
  // A mark of the encoding at the very start is no character of the first line.
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return (offset) => {
    known ??= knownLines(text);
    const step = Math.min(Math.floor(offset / STEP), known.lines.length - 1);
    let line = known.lines[step]!;
    let start = known.starts[step]!;
    for (let index = step * STEP; index < offset; index++) {
      if (!endsLine(text, index)) continue;
      line++;
      start = index + 1;
    }
    return { line: line + 1, column: offset - start + 1 - (line === 0 ? mark : 0) };
  };
}

/** Which line every so-manieth character is on, and where that line starts. */
interface KnownLines {
  readonly lines: Int32Array;
  readonly starts: Int32Array;
}

function knownLines(text: string): KnownLines {
  const steps = Math.floor(text.length / STEP) + 1;
  const [lines, starts] = [new Int32Array(steps), new Int32Array(steps)];
  let [line, start] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    if (index % STEP === 0) {
      lines[index / STEP] = line;
      starts[index / STEP] = start;
    }
    if (!endsLine(text, index)) continue;
    line++;
    start = index + 1;
  }
  if (text.length % STEP === 0) {
    lines[steps - 1] = line;
    starts[steps - 1] = start;
  }
  return { lines, starts };
}

/** Whether the character is the last of a line: LF, that of CRLF, or a lone CR. */
function endsLine(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x0a || code === 0x0d && text.charCodeAt(index + 1) !== 0x0a;
}

/** `file:line:column: path: message; hint`, with `warning:` before the path of one. */
export function problemLine(problem: Problem, source: Source): string {
  return problemLines([problem], source)[0]!;
}

/** Such a line for each problem. */
export function problemLines(problems: readonly Problem[], source: Source): string[] {
  const place = placesIn(source.text);
  return problems.map(({ offset, path, severity, message, hint }) => {
    const { line, column } = place(offset);
    return [
      `${source.name}:${line}:${column}`,
      ...(severity === "warning" ? ["warning"] : []),
      ...(path.length === 0 ? [] : [cut(pathText(path))]),
      cut(message) + (hint === undefined ? "" : `; ${hint}`),
    ].join(": ");
  });
}
