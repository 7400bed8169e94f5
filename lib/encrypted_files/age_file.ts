/**
 * Files in the age format, version 1, binary or armored.
 *
 * @module
 */
import { armor, Decrypter, Encrypter } from "age-encryption";
import { OsctlError } from "../errors.ts";
import { ARMOR } from "./is_age_file.ts";

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

/**
 * Decrypts a file; undefined when no identity matches, or the file is damaged.
 *
 * @throws {OsctlError} of kind `input` for a damaged identity; never quotes it.
 */
export async function decryptAge(
  file: Uint8Array | string,
  identities: readonly string[],
): Promise<Uint8Array | undefined> {
  const decrypter = new Decrypter();
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch (error) {
      // Its message quotes the identity.
      if (!(error instanceof Error)) throw error;
      throw new OsctlError("input", "an age identity is damaged", {
        hint: "check SOPS_AGE_KEY, the file of SOPS_AGE_KEY_FILE and sops/age/keys.txt",
      });
    }
  }
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

/**
 * Checks recipients.
 *
 * @throws {OsctlError} of kind `usage` for an invalid one.
 */
export function parseRecipients(recipients: readonly string[]): readonly string[] {
  for (const recipient of recipients) {
    // A swapped identity must not be quoted.
    const quoted = /^AGE-SECRET-KEY/i.test(recipient) ? "a secret key" : `"${recipient}"`;
    try {
      new Encrypter().addRecipient(recipient);
    } catch (error) {
      throw new OsctlError("usage", `${quoted} is not an age recipient`, {
        hint: 'use the public key that "age-keygen" prints: age1…',
        cause: error,
      });
    }
  }
  return [...new Set(recipients)];
}
