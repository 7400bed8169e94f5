/**
 * Names in commands that a person may copy.
 *
 * @module
 */

/** A word as a POSIX shell reads it back. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
