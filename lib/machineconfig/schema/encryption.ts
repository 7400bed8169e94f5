/** Encryption of the system disk. */
import { bool, INT, list, number, object, one, TEXT, text, UINT64 } from "./types.ts";

export const encryptionKeyStatic = object("EncryptionKeyStatic", "", {
  passphrase: text({ doc: "", secret: true }),
});

export const encryptionKeyKMS = object("EncryptionKeyKMS", "", {
  endpoint: text({ doc: "", always: true }),
});

export const encryptionKeyTPM = object("EncryptionKeyTPM", "", {
  checkSecurebootStatusOnEnroll: bool({ doc: "", since: "v1.6" }),
});

export const encryptionKeyNodeId = object("EncryptionKeyNodeID", "", {});

export const encryptionKey = object("EncryptionKey", "", {
  static: one(encryptionKeyStatic, { doc: "" }),
  nodeID: one(encryptionKeyNodeId, { doc: "" }),
  kms: one(encryptionKeyKMS, { doc: "", since: "v1.5" }),
  slot: number({ doc: "", always: true, ...INT }),
  tpm: one(encryptionKeyTPM, { doc: "", since: "v1.5" }),
});

export const encryptionConfig = object("EncryptionConfig", "", {
  provider: text({ doc: "", always: true }),
  keys: list(encryptionKey, { doc: "", always: true }),
  cipher: text({ doc: "" }),
  keySize: number({ doc: "", ...UINT64 }),
  blockSize: number({ doc: "", ...UINT64 }),
  options: list(TEXT, { doc: "" }),
});

export const systemDiskEncryptionConfig = object("SystemDiskEncryptionConfig", "", {
  state: one(encryptionConfig, { doc: "" }),
  ephemeral: one(encryptionConfig, { doc: "" }),
});
