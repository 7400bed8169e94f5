/**
 * Converts offsets of a text to lines and columns.
 *
 * @module
 */

/** A position as editors show it. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Returns the position of an offset. */
export function locate(text: string, offset: number): Place {
  return placesIn(text)(offset);
}

/** Distance of the offsets whose line is stored, characters. */
const STEP = 256;

/** Returns a function that converts offsets of one text, fast for many of them. */
export function placesIn(text: string): (offset: number) => Place {
  let known: KnownLines | undefined;
  // A byte order mark is not part of the first line.
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

/** For every {@linkcode STEP}th character, its line and the start of that line. */
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

/** Reports whether a character ends a line: LF, also in CRLF, or a lone CR. */
function endsLine(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x0a || code === 0x0d && text.charCodeAt(index + 1) !== 0x0a;
}
