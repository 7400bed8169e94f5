/** Certificates and keys inside a configuration: each PEM text as base64 on one line. */
import { object, text } from "./types.ts";

/** PEM frames around nothing: they show the form and cannot be mistaken for the real thing. */
export const EXAMPLE_CERTIFICATE = btoa(
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
);
const EXAMPLE_KEY = btoa(
  "-----BEGIN ED25519 PRIVATE KEY-----\nMC4C\n-----END ED25519 PRIVATE KEY-----\n",
);

/** Examples of whole fields. */
export const EXAMPLE_PAIR = { crt: EXAMPLE_CERTIFICATE, key: EXAMPLE_KEY };

const crt = text({
  doc: "Certificate: PEM in base64",
  always: true,
  format: "base64",
  examples: [{ value: EXAMPLE_CERTIFICATE }],
});

const key = text({
  doc: "Private key: PEM in base64",
  always: true,
  format: "base64",
  secret: true,
  examples: [{ value: EXAMPLE_KEY }],
});

export const certificateAndKey = object(
  "CertificateAndKey",
  "A certificate and, where it is allowed to issue others, its private key",
  { crt, key },
);

export const certificate = object("Certificate", "A certificate without its private key", { crt });

export const privateKey = object("PrivateKey", "A private key without a certificate", { key });
