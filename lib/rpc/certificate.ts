/**
 * Checks of a server's certificate beyond its chain.
 *
 * @module
 */
import { createHash, X509Certificate } from "node:crypto";
import type { Address } from "./endpoint.ts";

/** Returns whether a subject alternative name of a certificate (DER) matches the host. */
export function matchesHost(certificate: Uint8Array, { host, ip }: Address): boolean {
  const parsed = new X509Certificate(certificate);
  if (ip) return parsed.checkIP(host.replace(/%.*$/, "")) !== undefined;
  const name = host.replace(/\.$/, "");
  return parsed.checkHost(name, { subject: "never", partialWildcards: false }) !== undefined;
}

/** Returns the subject alternative names of a certificate (DER) as text: `10.0.0.2, node-1`. */
export function subjectAltNames(certificate: Uint8Array): string {
  const names = new X509Certificate(certificate).subjectAltName ?? "";
  return names.replaceAll("IP Address:", "").replaceAll("DNS:", "");
}

/** Returns the fingerprint of a certificate (DER): base64 of the SHA-256 of its SPKI. */
export function fingerprint(certificate: Uint8Array): string {
  const { publicKey } = new X509Certificate(certificate);
  const spki = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("base64");
}

/** Parses the validity period of a certificate, milliseconds since the epoch. */
export function parseValidity(certificate: Uint8Array | string): { from: number; to: number } {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}

/** Returns whether a certificate (DER) is valid at `time`, milliseconds since the epoch. */
export function isValidAt(certificate: Uint8Array, time: number): boolean {
  const { from, to } = parseValidity(certificate);
  return from <= time && time <= to;
}

/** Returns whether one of the authorities (concatenated PEM) signed a certificate (DER). */
export function isIssuedBy(certificate: Uint8Array, authorities: string): boolean {
  const parsed = new X509Certificate(certificate);
  const blocks = authorities.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (blocks ?? []).some((block) => parsed.verify(new X509Certificate(block).publicKey));
}
