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

/**
 * Returns the value of a block scalar as yaml.v3 reads it: without a line feed after a last line of
 * the text that has none. js-yaml adds one to the text before it parses it.
 */
export function blockText(text: string, valueEnd: number, value: string): string {
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  const isLast = lastLine !== "" && valueEnd > text.length - lastLine.length;
  if (!isLast || !value.endsWith("\n")) return value;
  // A blank last line is content when it is longer than the indentation.
  const hasContent = lastLine.trim() !== "" || /(?:^|\n) +\n$/.test(value);
  return hasContent ? value.slice(0, -1) : value;
}
