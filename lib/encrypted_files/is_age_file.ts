/** Recognizes files in the age format, version 1. */

/** First line of a binary file. */
const MAGIC = "age-encryption.org/v1\n";

/** First line of an armored file. */
export const ARMOR = "-----BEGIN AGE ENCRYPTED FILE-----";

/** Reports whether a file is in the age format. */
export function isAgeFile(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 256));
  return start.startsWith(MAGIC) || start.trimStart().startsWith(ARMOR);
}
