/** Lines of a text: where they begin and end, and which comments belong to what. */

/** Where the line of a place starts. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the line of a place ends: before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  if (end < 0) return text.length;
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}

/** Behind the line break of the line of a place. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** How many characters are before a place on its line. */
export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

/** Whether only spaces are before a place on its line. */
export function startsLine(text: string, at: number): boolean {
  return /^ *$/.test(text.slice(lineStart(text, at), at));
}

/**
 * Where what ends at a place ends with its comments: those on the same line, and those below that
 * stand deeper than it.
 */
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
 * Where the line of something starts, or the first line of the comment right above it that stands
 * at its column. The comment at the very start of a text is about the whole of it.
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
