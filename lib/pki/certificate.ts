/**
 * Parses X.509 certificates (RFC 5280, section 4.1).
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  decodeSignatureAlgorithm,
  type KeyAlgorithm,
  readSpkiAlgorithm,
  type SignatureAlgorithm,
} from "./algorithms.ts";
import {
  DerError,
  type Element,
  explicitTag,
  getContent,
  readChildren,
  readSingle,
  readTime,
  TAG,
} from "./der_reader.ts";
import type { Der } from "./der_writer.ts";
import {
  decodeExtensions,
  EXTENSION,
  type ExtKeyUsage,
  isAuthority,
  type KeyUsage,
  readExtKeyUsages,
  readKeyId,
  readKeyUsages,
} from "./extensions.ts";
import { decodeHosts, readOrganizations } from "./names.ts";
import { decodeBlocks, decodeLabelled, LABEL } from "./pem.ts";

/** A parsed certificate. */
export interface Certificate {
  /** Serial number in lower-case hexadecimal, as encoded. */
  readonly serial: string;
  /** The subject's organizations in the order of the certificate: the roles of a client. */
  readonly organizations: readonly string[];
  readonly issuerOrganizations: readonly string[];
  /** Validity period, milliseconds since the Unix epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly dnsNames: readonly string[];
  /** IP addresses; IPv6 in canonical form (RFC 5952). */
  readonly ips: readonly string[];
  readonly isAuthority: boolean;
  readonly keyUsages: readonly KeyUsage[];
  readonly extKeyUsages: readonly ExtKeyUsage[];
  /** Undefined when the algorithm is unsupported. */
  readonly keyAlgorithm: KeyAlgorithm | undefined;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly subjectKeyId: Der | undefined;
  /** DER encodings of certificate, issuer and subject names, and SubjectPublicKeyInfo. */
  readonly der: Der;
  readonly issuer: Der;
  readonly subject: Der;
  readonly spki: Der;
}

/**
 * Parses the first certificate of a PEM text, without verifying it.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when it is not a valid certificate.
 */
export function readCertificate(pem: string, source = "the certificate"): Certificate {
  return parseCertificate(decodeLabelled(pem, LABEL.certificate, source), source);
}

/**
 * Parses all certificates of a PEM bundle, without verifying them.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when there is none, or one is invalid.
 */
export function readCertificates(pem: string, source: string): Certificate[] {
  const blocks = decodeBlocks(pem, source).filter(({ label }) => label === LABEL.certificate);
  if (blocks.length === 0) return [readCertificate(pem, source)];
  return blocks.map(({ der }) => parseCertificate(der, source));
}

/**
 * Parses a DER certificate, without verifying it.
 *
 * @throws {OsctlError} of kind `input` when it is not a valid certificate.
 */
export function parseCertificate(der: Der, source = "the certificate"): Certificate {
  try {
    return decodeCertificate(der);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new OsctlError("input", `${source} is not a valid X.509 certificate`, {
      hint: "copy it again from its source",
      cause: error,
    });
  }
}

function decodeCertificate(der: Der): Certificate {
  const body = readChildren(readSingle(der, TAG.sequence), TAG.sequence)[0];
  const fields = readChildren(body, TAG.sequence);
  // Certificates of version 1 have no version field.
  if (fields[0]?.tag === explicitTag(0)) fields.shift();
  const [serial, signature, issuer, validity, subject, spki, ...optional] = fields;
  const [notBefore, notAfter] = readChildren(validity, TAG.sequence);
  const list = optional.find(({ tag }) => tag === explicitTag(3));
  const extensions = list === undefined
    ? new Map<string, Der>()
    : decodeExtensions(readChildren(list, explicitTag(3))[0]);
  const keyId = extensions.get(EXTENSION.subjectKeyId);
  const names = extensions.get(EXTENSION.subjectAltName);
  return {
    serial: getContent(serial, TAG.integer).toHex(),
    organizations: readOrganizations(subject),
    issuerOrganizations: readOrganizations(issuer),
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    ...names === undefined
      ? { dnsNames: [], ips: [] }
      : decodeHosts(readSingle(names, TAG.sequence)),
    isAuthority: isAuthority(extensions.get(EXTENSION.basicConstraints)),
    keyUsages: readKeyUsages(extensions.get(EXTENSION.keyUsage)),
    extKeyUsages: readExtKeyUsages(extensions.get(EXTENSION.extKeyUsage)),
    keyAlgorithm: readSpkiAlgorithm(spki),
    signatureAlgorithm: decodeSignatureAlgorithm(signature),
    subjectKeyId: keyId && readKeyId(keyId),
    der,
    issuer: encodingOf(issuer),
    subject: encodingOf(subject),
    spki: encodingOf(spki),
  };
}

function encodingOf(element: Element | undefined): Der {
  if (element === undefined) throw new DerError("truncated");
  return element.whole;
}

/** The SHA-256 digest of a certificate's SubjectPublicKeyInfo. */
export interface Fingerprint {
  /** Lower case, as in `sha256:…` of `gen ca`. */
  readonly hex: string;
  /** With padding, as in `--cert-fingerprint`. */
  readonly base64: string;
}

/**
 * Computes the fingerprint of the first certificate of a PEM text.
 *
 * @throws {OsctlError} of kind `input` when it is not a valid certificate.
 */
export async function computeSpkiFingerprint(
  pem: string,
  source = "the certificate",
): Promise<Fingerprint> {
  const { spki } = readCertificate(pem, source);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", spki));
  return { hex: digest.toHex(), base64: digest.toBase64() };
}
