/** Certificates and keys inside a configuration: each PEM text as base64 on one line. */
import { object, text } from "./types.ts";

export const certificateAndKey = object("CertificateAndKey", "", {
  crt: text({ doc: "", always: true, format: "base64" }),
  key: text({ doc: "", always: true, format: "base64", secret: true }),
});

export const certificate = object("Certificate", "", {
  crt: text({ doc: "", always: true, format: "base64" }),
});

export const privateKey = object("PrivateKey", "", {
  key: text({ doc: "", always: true, format: "base64", secret: true }),
});
