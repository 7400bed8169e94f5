/**
 * Files encrypted with age or sops. Decrypted text stays in memory.
 *
 * @module
 */
export { encryptAge, isAgeFile } from "./age_file.ts";
export { type KeySystem, parseRecipients } from "./age_keys.ts";
export { type DecryptSystem, isEncrypted, readEncryptedText } from "./read_encrypted_text.ts";
export { type EncryptOptions, encryptSops } from "./encrypt_sops.ts";
