/**
 * A certificate authority: a certificate that may sign others, and the key that belongs to it.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type Certificate, readCertificate } from "./certificate.ts";
import { DerError, readBitString, readChildren, readSingle, TAG } from "./der_reader.ts";
import { type PrivateKey, readKey } from "./keys.ts";
import { verify } from "./signatures.ts";

/** What signs certificates. */
export interface Authority {
  /** What its certificate is called in messages. */
  readonly name: string;
  readonly certificate: Certificate;
  readonly key: PrivateKey;
}

/** What certificate and key are, as they begin a sentence: quoted paths, for example. */
export interface AuthorityNames {
  readonly crt: string;
  readonly key: string;
}

/**
 * Reads an authority from its PEM texts.
 *
 * @throws {OsctlError} of kind `input` when one is unreadable, the certificate is no authority's, or
 * the key is not the certificate's.
 */
export async function readAuthority(
  pem: { readonly crt: string; readonly key: string },
  names: AuthorityNames = { crt: "the CA certificate", key: "the CA key" },
): Promise<Authority> {
  const certificate = readAuthorityCertificate(pem.crt, names.crt);
  return createAuthority(certificate, await readKey(pem.key, names.key), names);
}

/**
 * Reads the certificate of an authority.
 *
 * @throws {OsctlError} of kind `input` when it is unreadable or no authority's.
 */
export function readAuthorityCertificate(pem: string, name: string): Certificate {
  const certificate = readCertificate(pem, name);
  if (certificate.isAuthority) return certificate;
  throw new OsctlError("input", `${name} is not the certificate of an authority`, {
    hint: "give a CA certificate, as gen ca writes it",
  });
}

/**
 * The authority of a certificate and a key that were read before.
 *
 * @throws {OsctlError} of kind `input` when the key is not the certificate's.
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
 * Checks that a key belongs to a certificate.
 *
 * @throws {OsctlError} of kind `input` when it does not.
 */
export function requireMatchingKey(
  certificate: Certificate,
  key: PrivateKey,
  names: AuthorityNames,
): void {
  if (key.spki.toHex() === certificate.spki.toHex()) return;
  throw new OsctlError("input", `${names.key} is not the key of ${names.crt}`, {
    hint: "give the certificate and the key that were generated together",
  });
}

/** Whether the signature of `certificate` verifies with the key of `issuer`; dates do not count. */
export async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const { signatureAlgorithm } = certificate;
  const { keyAlgorithm } = issuer;
  if (signatureAlgorithm === undefined || keyAlgorithm === undefined) return false;
  try {
    const [body, , value] = readChildren(readSingle(certificate.der, TAG.sequence), TAG.sequence);
    const { spki } = issuer;
    return await verify(body!.whole, readBitString(value), spki, keyAlgorithm, signatureAlgorithm);
  } catch (error) {
    // A malformed signature or issuer key verifies nothing.
    if (error instanceof DerError) return false;
    throw error;
  }
}
