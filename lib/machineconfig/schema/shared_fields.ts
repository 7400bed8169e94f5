/** Fields that a section of the main document and a document of its own have in common. */
import { bool, list, number, text, UINT64 } from "./types.ts";

/** Credentials of a registry, as in Docker's `config.json`. */
export const REGISTRY_CREDENTIALS = {
  username: text({ doc: "User name", examples: [{ value: "puller" }] }),
  password: text({
    doc: "Password",
    secret: true,
    examples: [{ value: "not-a-real-password" }],
  }),
  auth: text({
    doc: "Combined `name:password` credentials in base64",
    secret: true,
    examples: [{ value: btoa("puller:not-a-real-password") }],
  }),
  identityToken: text({
    doc: "Identity token, replacing the password",
    secret: true,
    examples: [{ value: "not-a-real-token" }],
  }),
};

/** The DNS cache of a machine. */
export const HOST_DNS = {
  enabled: bool({ doc: "Run the DNS cache", default: false, examples: [{ value: true }] }),
  forwardKubeDNSToHost: bool({
    doc: "Use the cache as the upstream of CoreDNS",
    default: false,
    examples: [{ value: true }],
  }),
  resolveMemberNames: bool({
    doc: "Resolve the names of discovered cluster members",
    default: false,
    examples: [{ value: true }],
  }),
};

/** Cipher settings of an encrypted partition or volume. */
export const DISK_CIPHER = {
  cipher: text({
    doc: "Cipher and mode",
    default: "aes-xts-plain64",
    checkedValues: [
      "aes-xts-plain64",
      "xchacha12,aes-adiantum-plain64",
      "xchacha20,aes-adiantum-plain64",
    ],
    examples: [{ value: "aes-xts-plain64" }],
  }),
  keySize: number({
    doc: "Cipher key size in bits",
    examples: [{ value: 512 }],
    ...UINT64,
  }),
  blockSize: number({
    doc: "Encryption sector size in bytes",
    examples: [{ value: 4096 }],
    ...UINT64,
  }),
  options: list({
    kind: "text",
    checkedValues: ["no_read_workqueue", "no_write_workqueue", "same_cpu_crypt"],
  }, {
    doc: "dm-crypt performance options",
    examples: [{ value: ["no_read_workqueue", "no_write_workqueue"] }],
  }),
};
