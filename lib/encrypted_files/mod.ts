/**
 * Files encrypted with age or sops. Decrypted text stays in memory.
 *
 * @module
 */
export { encryptAge, parseRecipients } from "./age_file.ts";
export { type DecryptSystem, isEncrypted, readEncryptedText } from "./read_encrypted_text.ts";
export { type EncryptOptions, encryptSops } from "./encrypt_sops.ts";
