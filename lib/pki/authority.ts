/**
 * Certificate authorities: a CA certificate and its private key.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type Certificate, readCertificate } from "./certificate.ts";
import { type PrivateKey, readKey } from "./keys.ts";

/** A certificate authority. */
export interface Authority {
  /** Name of its certificate in messages. */
  readonly name: string;
  readonly certificate: Certificate;
  readonly key: PrivateKey;
}

/** Names of certificate and key in messages, such as quoted paths. */
export interface AuthorityNames {
  readonly crt: string;
  readonly key: string;
}

/**
 * Parses a certificate authority from PEM.
 *
 * @throws {OsctlError} of kind `input` when a text is invalid, the certificate is not a CA
 * certificate, or the key does not match it.
 */
export async function readAuthority(
  pem: { readonly crt: string; readonly key: string },
  names: AuthorityNames = { crt: "the CA certificate", key: "the CA key" },
): Promise<Authority> {
  const certificate = readAuthorityCertificate(pem.crt, names.crt);
  return createAuthority(certificate, await readKey(pem.key, names.key), names);
}

/**
 * Parses a CA certificate.
 *
 * @throws {OsctlError} of kind `input` when it is invalid or not a CA certificate.
 */
export function readAuthorityCertificate(pem: string, name: string): Certificate {
  const certificate = readCertificate(pem, name);
  if (certificate.isAuthority) return certificate;
  throw new OsctlError("input", `${name} is not a CA certificate`, {
    hint: "use a CA certificate, such as one from gen ca",
  });
}

/**
 * Creates an authority of a parsed certificate and key.
 *
 * @throws {OsctlError} of kind `input` when the key does not match.
 */
export function createAuthority(
  certificate: Certificate,
  key: PrivateKey,
  names: AuthorityNames,
): Authority {
  requireMatchingKey(certificate, key, names);
  return { name: names.crt, certificate, key };
}

/**
 * Checks that a key matches a certificate.
 *
 * @throws {OsctlError} of kind `input` when it does not match.
 */
export function requireMatchingKey(
  certificate: Certificate,
  key: PrivateKey,
  names: AuthorityNames,
): void {
  if (key.spki.toHex() === certificate.spki.toHex()) return;
  throw new OsctlError("input", `${names.key} does not match ${names.crt}`, {
    hint: "use a certificate and key that were generated together",
  });
}
