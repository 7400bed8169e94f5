/**
 * Splits an unfinished shell command line into words.
 *
 * @module
 */

/** A split line. */
export interface ShellLine {
  /** The words without quotes; the last one is unfinished, empty after a space. */
  words: string[];
  /** Whether the last word is inside an open quote. */
  quoted: boolean;
}

/** Splits a line at spaces, honouring single and double quotes and backslashes. */
export function splitShellLine(line: string): ShellLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else if (char === "\\" && quote === '"' && at + 1 < line.length) word += line[++at]!;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (char === "\\" && at + 1 < line.length) {
      word = (word ?? "") + line[++at]!;
    } else if (char === " " || char === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  return { words: [...words, word ?? ""], quoted: quote !== undefined };
}

/** Escapes all characters special to a shell with backslashes. */
export function escapeForShell(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_@%+=:,./~^-]/gu, (char) => `\\${char}`);
}
