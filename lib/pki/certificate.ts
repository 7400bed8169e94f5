/**
 * Reads certificates (RFC 5280, section 4.1).
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

/** What is known of a certificate. */
export interface Certificate {
  /** Lower-case hexadecimal, as encoded. */
  readonly serial: string;
  /** The subject's organizations in the order of the certificate: a client's roles. */
  readonly organizations: readonly string[];
  readonly issuerOrganizations: readonly string[];
  /** Start and end of validity, milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly dnsNames: readonly string[];
  /** Addresses as text; IPv6 in its shortest form. */
  readonly ips: readonly string[];
  readonly isAuthority: boolean;
  readonly keyUsages: readonly KeyUsage[];
  readonly extKeyUsages: readonly ExtKeyUsage[];
  /** Undefined for a kind of key or signature that is not in use here. */
  readonly keyAlgorithm: KeyAlgorithm | undefined;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly subjectKeyId: Der | undefined;
  /** Encoded parts: the whole, the subject name, and SubjectPublicKeyInfo. */
  readonly der: Der;
  readonly subject: Der;
  readonly spki: Der;
}

/**
 * Reads the first certificate of a PEM text. Nothing is verified.
 *
 * @param source What the text is, as it begins a sentence: a quoted path, for example.
 * @throws {OsctlError} of kind `input` when it is no certificate.
 */
export function readCertificate(pem: string, source = "the certificate"): Certificate {
  return parseCertificate(decodeLabelled(pem, LABEL.certificate, source), source);
}

/**
 * Reads every certificate of a PEM text, such as a bundle of roots. Nothing is verified.
 *
 * @param source What the text is, as it begins a sentence: a quoted path, for example.
 * @throws {OsctlError} of kind `input` when there is none, or one of them cannot be read.
 */
export function readCertificates(pem: string, source: string): Certificate[] {
  const blocks = decodeBlocks(pem, source).filter(({ label }) => label === LABEL.certificate);
  if (blocks.length === 0) return [readCertificate(pem, source)];
  return blocks.map(({ der }) => parseCertificate(der, source));
}

/**
 * Reads a DER certificate, as TLS hands it over. Nothing is verified.
 *
 * @throws {OsctlError} of kind `input` when it is no certificate.
 */
export function parseCertificate(der: Der, source = "the certificate"): Certificate {
  try {
    return dissect(der);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new OsctlError("input", `${source} is no readable X.509 certificate`, {
      hint: "copy it again from where it came",
      cause: error,
    });
  }
}

function dissect(der: Der): Certificate {
  const body = readChildren(readSingle(der, TAG.sequence), TAG.sequence)[0];
  const fields = readChildren(body, TAG.sequence);
  // A certificate of version 1 leaves the version out.
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
    subject: wholeOf(subject),
    spki: wholeOf(spki),
  };
}

function wholeOf(element: Element | undefined): Der {
  if (element === undefined) throw new DerError("cut off");
  return element.whole;
}

/** The SHA-256 of a certificate's SubjectPublicKeyInfo, in both notations in use. */
export interface Fingerprint {
  /** Lower case, as `gen ca` writes it behind `sha256:`. */
  readonly hex: string;
  /** Padded, as `--cert-fingerprint` takes it. */
  readonly base64: string;
}

/**
 * The fingerprint of the first certificate of a PEM text.
 *
 * @throws {OsctlError} of kind `input` when it is no certificate.
 */
export async function computeSpkiFingerprint(
  pem: string,
  source = "the certificate",
): Promise<Fingerprint> {
  const { spki } = readCertificate(pem, source);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", spki));
  return { hex: digest.toHex(), base64: digest.toBase64() };
}
