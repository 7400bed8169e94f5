/** Encryption of the system disk. */
import { bool, INT, list, number, object, one, text, UINT64 } from "./types.ts";

const encryptionKeyStatic = object("EncryptionKeyStatic", "A key that is written down", {
  passphrase: text({
    doc: "Passphrase; whoever reads the configuration can open the partition",
    secret: true,
    examples: [{ value: "not a real passphrase" }],
  }),
});

const encryptionKeyKMS = object(
  "EncryptionKeyKMS",
  "A key that a service in the network seals and unseals",
  {
    endpoint: text({
      doc: "URL of the service; without it in reach the machine does not boot",
      always: true,
      examples: [{ value: "https://kms.example.com:4443" }],
    }),
  },
);

const encryptionKeyTPM = object(
  "EncryptionKeyTPM",
  "A key that the machine's TPM keeps, and gives to this machine and its boot settings only",
  {
    checkSecurebootStatusOnEnroll: bool({
      doc: "Whether the key is made only when the firmware boots nothing unsigned",
      default: false,
      since: "v1.6",
      examples: [{ value: true }],
    }),
  },
);

const encryptionKeyNodeId = object(
  "EncryptionKeyNodeID",
  "A key made of the machine's UUID: good against a disk that gets lost without its machine",
  {},
);

export const encryptionKey = object(
  "EncryptionKey",
  "One key of a partition, of exactly one kind",
  {
    static: one(encryptionKeyStatic, {
      doc: "A passphrase in the configuration",
      examples: [{ value: { passphrase: "not a real passphrase" } }],
    }),
    nodeID: one(encryptionKeyNodeId, {
      doc: "A key made of the machine's UUID and the partition's name",
      examples: [{ value: {} }],
    }),
    kms: one(encryptionKeyKMS, {
      doc: "A key that a service in the network seals and unseals",
      since: "v1.5",
      examples: [{ value: { endpoint: "https://kms.example.com:4443" } }],
    }),
    slot: number({
      doc: "Place of the key in the partition's header, which has 32; no two keys share one",
      always: true,
      examples: [{ value: 0 }],
      ...INT,
    }),
    tpm: one(encryptionKeyTPM, {
      doc: "A key in the machine's TPM",
      since: "v1.5",
      examples: [{ value: { checkSecurebootStatusOnEnroll: true } }],
    }),
  },
);

const encryptionConfig = object(
  "EncryptionConfig",
  "How a partition is encrypted; it takes effect when the partition is made",
  {
    provider: text({
      doc: "Form of the encryption",
      always: true,
      words: ["luks2"],
      examples: [{ value: "luks2" }],
    }),
    keys: list(encryptionKey, {
      doc: "Keys, each of which opens the partition",
      required: true,
      always: true,
      examples: [{ value: [{ nodeID: {}, slot: 0 }] }],
    }),
    cipher: text({
      doc: "Cipher and its mode",
      default: "aes-xts-plain64",
      words: [
        "aes-xts-plain64",
        "xchacha12,aes-adiantum-plain64",
        "xchacha20,aes-adiantum-plain64",
      ],
      examples: [{ value: "aes-xts-plain64" }],
    }),
    keySize: number({
      doc: "Length of the cipher's key in bits",
      examples: [{ value: 512 }],
      ...UINT64,
    }),
    blockSize: number({
      doc: "Size of an encrypted sector in bytes",
      examples: [{ value: 4096 }],
      ...UINT64,
    }),
    options: list({
      kind: "text",
      words: ["no_read_workqueue", "no_write_workqueue", "same_cpu_crypt"],
    }, {
      doc: "Settings of the kernel's dm-crypt that make it faster on some disks",
      examples: [{ value: ["no_read_workqueue", "no_write_workqueue"] }],
    }),
  },
);

const EXAMPLE = { provider: "luks2", keys: [{ nodeID: {}, slot: 0 }] };

export const systemDiskEncryptionConfig = object(
  "SystemDiskEncryptionConfig",
  "Which partitions of the system disk are encrypted",
  {
    state: one(encryptionConfig, {
      doc: "The partition with the configuration and the machine's keys",
      examples: [{ value: EXAMPLE }],
    }),
    ephemeral: one(encryptionConfig, {
      doc: "The partition with everything below /var: images, containers, logs, etcd",
      examples: [{
        value: { ...EXAMPLE, options: ["no_read_workqueue", "no_write_workqueue"] },
      }],
    }),
  },
);
