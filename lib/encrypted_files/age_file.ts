/**
 * Files in the age format, version 1, binary or armored.
 *
 * @module
 */
import { armor, Decrypter, Encrypter } from "age-encryption";

/** First line of a binary file. */
const MAGIC = "age-encryption.org/v1\n";

const ARMOR = "-----BEGIN AGE ENCRYPTED FILE-----";

/** Whether a file is in the age format. */
export function isAgeFile(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 256));
  return start.startsWith(MAGIC) || start.trimStart().startsWith(ARMOR);
}

/** Encrypts a text for recipients, and returns it armored. */
export async function encryptAge(
  text: string | Uint8Array,
  recipients: readonly string[],
): Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const armored = armor.encode(await encrypter.encrypt(text));
  return armored.endsWith("\n") ? armored : `${armored}\n`;
}

/** Decrypts a file; undefined when no identity matches, or the file is damaged. */
export async function decryptAge(
  file: Uint8Array | string,
  identities: readonly string[],
): Promise<Uint8Array | undefined> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(toBinary(file));
  } catch (error) {
    // The library throws plain errors for both.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function toBinary(file: Uint8Array | string): Uint8Array {
  const text = typeof file === "string" ? file : new TextDecoder().decode(file);
  if (text.trimStart().startsWith(ARMOR)) return armor.decode(text);
  return typeof file === "string" ? new TextEncoder().encode(file) : file;
}
