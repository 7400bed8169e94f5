/**
 * Quotes words of suggested commands.
 *
 * @module
 */

/** Quotes a word for a POSIX shell. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
