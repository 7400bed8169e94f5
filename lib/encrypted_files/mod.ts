/**
 * Files encrypted with age or sops. Decrypted text stays in memory. Libraries are loaded with the
 * first encrypted file.
 *
 * @module
 */
export { checkRecipients, type EncryptionOptions, encryptText } from "./encrypt_text.ts";
export {
  type DecryptSystem,
  isEncrypted,
  readAgeFile,
  readEncryptedText,
} from "./read_encrypted_text.ts";
