/** Certificates and keys in a configuration: PEM, base64-encoded on one line. */
import { object, text } from "./types.ts";

/** Valid PEM headers with no usable content, so that examples cannot be mistaken for real keys. */
export const EXAMPLE_CERTIFICATE = btoa(
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
);
const EXAMPLE_KEY = btoa(
  "-----BEGIN ED25519 PRIVATE KEY-----\nMC4C\n-----END ED25519 PRIVATE KEY-----\n",
);

/** Examples of whole fields. */
export const EXAMPLE_PAIR = { crt: EXAMPLE_CERTIFICATE, key: EXAMPLE_KEY };

const crt = text({
  doc: "Certificate: base64-encoded PEM",
  always: true,
  format: "base64",
  examples: [{ value: EXAMPLE_CERTIFICATE }],
});

const key = text({
  doc: "Private key: base64-encoded PEM",
  always: true,
  format: "base64",
  secret: true,
  examples: [{ value: EXAMPLE_KEY }],
});

export const certificateAndKey = object(
  "CertificateAndKey",
  "Certificate and, for an issuing CA, its private key",
  { crt, key },
);

export const certificate = object("Certificate", "Certificate without its private key", { crt });

export const privateKey = object("PrivateKey", "Private key without a certificate", { key });

/** Examples in plain PEM. */
export const EXAMPLE_PEM = atob(EXAMPLE_CERTIFICATE);
export const EXAMPLE_PEM_PAIR = { cert: EXAMPLE_PEM, key: atob(EXAMPLE_KEY) };

export const certificatePair = object(
  "PEMCertificateAndKey",
  "Certificate and private key in PEM",
  {
    cert: text({
      doc: "Certificate in PEM",
      required: true,
      format: "pem",
      examples: [{ value: EXAMPLE_PEM }],
    }),
    key: text({
      doc: "Private key in PEM",
      required: true,
      format: "pem",
      secret: true,
      examples: [{ value: EXAMPLE_PEM_PAIR.key }],
    }),
  },
);
