/**
 * What a client checks about a server's certificate beyond its chain.
 *
 * @module
 */
import { createHash, X509Certificate } from "node:crypto";
import type { Address } from "./endpoint.ts";

/** Whether a certificate (DER) is made out to the host: a subject alternative name says so. */
export function identifies(certificate: Uint8Array, { host, ip }: Address): boolean {
  const parsed = new X509Certificate(certificate);
  if (ip) return parsed.checkIP(host.replace(/%.*$/, "")) !== undefined;
  const name = host.replace(/\.$/, "");
  return parsed.checkHost(name, { subject: "never", partialWildcards: false }) !== undefined;
}

/** The names a certificate (DER) is made out to, for a sentence: `10.0.0.2, node-1`. */
export function namesOf(certificate: Uint8Array): string {
  const names = new X509Certificate(certificate).subjectAltName ?? "";
  return names.replaceAll("IP Address:", "").replaceAll("DNS:", "");
}

/** Fingerprint of a certificate (DER): base64 of the SHA-256 of its public key's SPKI. */
export function fingerprint(certificate: Uint8Array): string {
  const { publicKey } = new X509Certificate(certificate);
  const spki = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("base64");
}

/** When a certificate is valid: milliseconds since the epoch. */
export function validity(certificate: Uint8Array | string): { from: number; to: number } {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}

/** Whether a certificate (DER) is valid at `time`, milliseconds since the epoch. */
export function isValidAt(certificate: Uint8Array, time: number): boolean {
  const { from, to } = validity(certificate);
  return from <= time && time <= to;
}

/** Whether one of the authorities (PEM texts one after the other) signed a certificate (DER). */
export function isIssuedBy(certificate: Uint8Array, authorities: string): boolean {
  const parsed = new X509Certificate(certificate);
  const blocks = authorities.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (blocks ?? []).some((block) => parsed.verify(new X509Certificate(block).publicKey));
}
