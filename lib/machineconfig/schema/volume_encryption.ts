/** Encryption of volumes. */
import { DISK_CIPHER } from "./shared_fields.ts";
import { bool, INT, list, number, object, one, text } from "./types.ts";

const keyStatic = object("VolumeEncryptionKeyStatic", "Static key of a volume", {
  passphrase: text({
    doc: "Passphrase, stored in the configuration in plain text",
    secret: true,
    examples: [{ value: "not a real passphrase" }],
  }),
});

const keyKms = object("VolumeEncryptionKeyKMS", "Volume key sealed by a network KMS", {
  endpoint: text({
    doc: "URL of the KMS, which must be reachable at boot",
    always: true,
    examples: [{ value: "https://kms.example.com:4443" }],
  }),
});

const tpmOptions = object("VolumeEncryptionKeyTPMOptions", "TPM policy of a volume key", {
  pcrs: list({ kind: "number", ...INT }, {
    doc: "PCRs, 0 to 23, that the key is bound to; an empty list binds it to none",
    examples: [{ value: [0, 7] }],
  }),
});

const keyTpm = object(
  "VolumeEncryptionKeyTPM",
  "Volume key sealed by the TPM, bound to this machine and its boot state",
  {
    options: one(tpmOptions, {
      doc: "TPM policy; defaults to PCR 7",
      since: "v1.12",
      examples: [{ value: { pcrs: [0, 7] } }],
    }),
    checkSecurebootStatusOnEnroll: bool({
      doc: "Require Secure Boot when the key is enrolled",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

const keyNodeId = object(
  "VolumeEncryptionKeyNodeID",
  "Volume key derived from the machine's UUID; useless only on another machine",
  {},
);

const volumeKey = object("VolumeEncryptionKey", "Encryption key of a volume", {
  slot: number({
    doc: "LUKS key slot, unique per volume",
    always: true,
    examples: [{ value: 0 }],
    ...INT,
  }),
  static: one(keyStatic, {
    doc: "Passphrase stored in the configuration",
    examples: [{ value: { passphrase: "not a real passphrase" } }],
  }),
  nodeID: one(keyNodeId, {
    doc: "Key derived from the machine's UUID and the volume label",
    examples: [{ value: {} }],
  }),
  kms: one(keyKms, {
    doc: "Key sealed by a network KMS",
    examples: [{ value: { endpoint: "https://kms.example.com:4443" } }],
  }),
  tpm: one(keyTpm, {
    doc: "Key sealed by the machine's TPM",
    examples: [{ value: { checkSecurebootStatusOnEnroll: true } }],
  }),
  lockToState: bool({
    doc: "Bind the key to the STATE volume: wiping STATE makes the volume unreadable",
    since: "v1.11",
    default: false,
    examples: [{ value: true }],
  }),
});

export const volumeEncryption = object(
  "VolumeEncryptionSpec",
  "Volume encryption, applied when the volume is created",
  {
    provider: text({
      doc: "Encryption provider",
      always: true,
      values: ["luks2", "none"],
      zero: "none",
      examples: [{ value: "luks2" }],
    }),
    keys: list(volumeKey, {
      doc: "Encryption keys, any of which unlocks the volume",
      always: true,
      examples: [{ value: [{ slot: 0, nodeID: {} }] }],
    }),
    ...DISK_CIPHER,
    allowDiscards: bool({
      doc: "Pass discard requests to the disk, which reveals unused blocks",
      since: "v1.14",
      default: false,
      examples: [{ value: true }],
    }),
  },
  { inline: true },
);

export const EXAMPLE_ENCRYPTION = { provider: "luks2", keys: [{ slot: 0, nodeID: {} }] };
