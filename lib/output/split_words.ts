/**
 * Words of a command line, without a shell.
 *
 * @module
 */

/**
 * Splits a command line at spaces. Quotes group words, as in `sh -c "exit 0"`; nothing is expanded.
 *
 * @returns The words, or the offset of a quote that does not end.
 */
export function splitWords(text: string): { words: string[] } | { unclosed: number } {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      const end = text.indexOf(char, at + 1);
      if (end < 0) return { unclosed: at };
      word = (word ?? "") + text.slice(at + 1, end);
      at = end;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (word !== undefined) words.push(word);
  return { words };
}
