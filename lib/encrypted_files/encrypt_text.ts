/**
 * Encrypts the text of a file as flags request.
 *
 * @module
 */
import type { System } from "../platform/system.ts";

/** Formats of encrypted files. */
const ENCRYPTIONS = ["sops", "age"] as const;

/** Recipients and format of an encrypted file; without recipients it is plain. */
export interface EncryptionOptions {
  readonly ageRecipient: readonly string[];
  readonly encryption: typeof ENCRYPTIONS[number];
}

/**
 * Checks the recipients, before a command asks or creates anything.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export async function checkRecipients({ ageRecipient }: EncryptionOptions): Promise<void> {
  if (ageRecipient.length === 0) return;
  const { parseRecipients } = await import("./age_file.ts");
  parseRecipients(ageRecipient);
}

/**
 * Returns the text encrypted for the recipients; as it is without any.
 *
 * @param name Name of the file in errors.
 */
export async function encryptText(
  text: string,
  name: string,
  { ageRecipient, encryption }: EncryptionOptions,
  system: Pick<System, "clock" | "random">,
): Promise<string> {
  if (ageRecipient.length === 0) return text;
  const { encryptAge, parseRecipients } = await import("./age_file.ts");
  const recipients = parseRecipients(ageRecipient);
  if (encryption === "age") return await encryptAge(text, recipients);
  const { encryptSops } = await import("./encrypt_sops.ts");
  return await encryptSops(text, { name, recipients }, system);
}
