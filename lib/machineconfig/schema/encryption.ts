/** System disk encryption. */
import { DISK_CIPHER } from "./shared_fields.ts";
import { bool, INT, list, number, object, one, text } from "./types.ts";

const encryptionKeyStatic = object("EncryptionKeyStatic", "Static encryption key", {
  passphrase: text({
    doc: "Passphrase, stored in the configuration in plain text",
    secret: true,
    examples: [{ value: "not a real passphrase" }],
  }),
});

const encryptionKeyKMS = object(
  "EncryptionKeyKMS",
  "Encryption key sealed by a network KMS",
  {
    endpoint: text({
      doc: "URL of the KMS, which must be reachable at boot",
      always: true,
      examples: [{ value: "https://kms.example.com:4443" }],
    }),
  },
);

const encryptionKeyTPM = object(
  "EncryptionKeyTPM",
  "Encryption key sealed by the TPM, bound to this machine and its boot state",
  {
    checkSecurebootStatusOnEnroll: bool({
      doc: "Require Secure Boot when the key is enrolled",
      default: false,
      since: "v1.6",
      examples: [{ value: true }],
    }),
  },
);

const encryptionKeyNodeId = object(
  "EncryptionKeyNodeID",
  "Key derived from the machine's UUID; protects a disk only when separated from its machine",
  {},
);

export const encryptionKey = object(
  "EncryptionKey",
  "Encryption key of a partition, of exactly one type",
  {
    static: one(encryptionKeyStatic, {
      doc: "Passphrase stored in the configuration",
      examples: [{ value: { passphrase: "not a real passphrase" } }],
    }),
    nodeID: one(encryptionKeyNodeId, {
      doc: "Key derived from the machine's UUID and the partition label",
      examples: [{ value: {} }],
    }),
    kms: one(encryptionKeyKMS, {
      doc: "Key sealed by a network KMS",
      since: "v1.5",
      examples: [{ value: { endpoint: "https://kms.example.com:4443" } }],
    }),
    slot: number({
      doc: "LUKS key slot, 0 to 31, unique per partition",
      always: true,
      examples: [{ value: 0 }],
      ...INT,
    }),
    tpm: one(encryptionKeyTPM, {
      doc: "Key sealed by the machine's TPM",
      since: "v1.5",
      examples: [{ value: { checkSecurebootStatusOnEnroll: true } }],
    }),
  },
);

const encryptionConfig = object(
  "EncryptionConfig",
  "Partition encryption, applied when the partition is created",
  {
    provider: text({
      doc: "Encryption provider",
      always: true,
      checkedValues: ["luks2"],
      examples: [{ value: "luks2" }],
    }),
    keys: list(encryptionKey, {
      doc: "Encryption keys, any of which unlocks the partition",
      required: true,
      always: true,
      examples: [{ value: [{ nodeID: {}, slot: 0 }] }],
    }),
    ...DISK_CIPHER,
  },
);

const EXAMPLE = { provider: "luks2", keys: [{ nodeID: {}, slot: 0 }] };

export const systemDiskEncryptionConfig = object(
  "SystemDiskEncryptionConfig",
  "Encryption of system partitions",
  {
    state: one(encryptionConfig, {
      doc: "STATE partition: configuration and node identity",
      examples: [{ value: EXAMPLE }],
    }),
    ephemeral: one(encryptionConfig, {
      doc: "EPHEMERAL partition (/var): images, containers, logs and etcd data",
      examples: [{
        value: { ...EXAMPLE, options: ["no_read_workqueue", "no_write_workqueue"] },
      }],
    }),
  },
);
