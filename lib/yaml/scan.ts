/**
 * Positions in a text that the parser's events lack.
 *
 * @module
 */

/** The first position from `from` that is no white space, no comment and not in `also`. */
export function skipBlank(text: string, from: number, also: string): number {
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (char === " " || char === "\n" || char === "\r" || char === "\t") at++;
    else if (char === "\ufeff" || also.includes(char)) at++;
    else break;
  }
  return at;
}

/** Start of the next line that begins a document. */
export function findSeparator(text: string, from: number): number {
  const pattern = /^\ufeff?---(?=\s|$)/gm;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? from;
}

/** Position before the line break that ends a block scalar. Trailing blank lines count if kept. */
export function blockEnd(text: string, start: number, valueEnd: number): number {
  const keeps = /^[|>]\d?\+/.test(text.slice(start, start + 3));
  let end = text[valueEnd - 1] === "\n" ? valueEnd - 1 : valueEnd;
  // Other white space, such as a no-break space, is content.
  while (!keeps && end > start && " \t\r\n".includes(text[end - 1]!)) end--;
  return end;
}
