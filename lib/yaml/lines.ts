/** Bounds of lines, with the comments that belong to them. */

/** Start of the line of a position. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** End of the line of a position, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  if (end < 0) return text.length;
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}

/** Start of the line after a position. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Column of a position, from 0. */
export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

/** Reports whether only spaces precede a position on its line. */
export function startsLine(text: string, at: number): boolean {
  return /^ *$/.test(text.slice(lineStart(text, at), at));
}

/** End of a value with its comments: those on its last line, and those below at deeper columns. */
export function endWithComments(text: string, end: number, column: number): number {
  let last = lineEnd(text, end);
  for (let at = nextLine(text, last); at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const spaces = line.length - line.trimStart().length;
    if (line.trim() === "") continue;
    if (line[spaces] !== "#" || spaces <= column) break;
    last = at + line.length;
  }
  return last;
}

/**
 * Start of the line of a value, or of the comment right above it at its column. A comment at
 * `textStart` concerns the whole document.
 */
export function startWithComments(text: string, start: number, textStart: number): number {
  const column = columnOf(text, start);
  const own = lineStart(text, start);
  let first = own;
  while (first > textStart) {
    const before = lineStart(text, first - 1);
    const line = text.slice(before, first).trimEnd();
    const spaces = line.length - line.trimStart().length;
    if (line[spaces] !== "#" || spaces !== column) return first;
    first = before;
  }
  return own;
}
