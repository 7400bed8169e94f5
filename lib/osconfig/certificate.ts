/**
 * The few facts of an X.509 certificate that every run needs, read straight from its DER (RFC 5280,
 * section 4.1), so that no certificate library is loaded for them.
 *
 * @module
 */
import { decodeBase64 } from "./base64.ts";

/** What the client has to know of its own certificate. */
export interface CertificateFacts {
  /** Start of validity, milliseconds since the epoch. */
  readonly notBefore: number;
  /** End of validity, milliseconds since the epoch. */
  readonly notAfter: number;
  /** The subject's organizations, which are the roles, in the order of the certificate. */
  readonly organizations: readonly string[];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/** Object identifier 2.5.4.10, organizationName. */
const ORGANIZATION = [0x55, 0x04, 0x0a];

/** DER tags. */
const SEQUENCE = 0x30;
const VERSION = 0xa0;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const BMP_STRING = 0x1e;

/** The facts of the first certificate in a PEM text, or undefined when there is no readable one. */
export function certificateFacts(pem: string): CertificateFacts | undefined {
  const der = decodeBase64(CERTIFICATE.exec(pem)?.[1] ?? "");
  if (der === undefined || der.length === 0) return undefined;
  try {
    return factsOf(der);
  } catch (error) {
    // What is cut off or is no certificate at all; the caller says which field holds it.
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

class DerError extends Error {}

interface Element {
  tag: number;
  content: Uint8Array;
}

function factsOf(der: Uint8Array): CertificateFacts {
  const certificate = children(der, SEQUENCE)[0];
  const fields = childrenOf(childrenOf(certificate)[0]);
  // serial, signature algorithm, issuer, validity, subject; the version before them is optional.
  const first = fields[0]?.tag === VERSION ? 1 : 0;
  const [start, end] = childrenOf(fields[first + 3]);
  const organizations: string[] = [];
  for (const set of childrenOf(fields[first + 4])) {
    for (const attribute of childrenOf(set)) {
      const [type, value] = childrenOf(attribute);
      if (type === undefined || value === undefined) throw new DerError();
      const isOrganization = type.content.length === ORGANIZATION.length &&
        ORGANIZATION.every((byte, index) => type.content[index] === byte);
      if (isOrganization) organizations.push(textOf(value));
    }
  }
  return { notBefore: timeOf(start), notAfter: timeOf(end), organizations };
}

function childrenOf(element: Element | undefined): Element[] {
  if (element === undefined || (element.tag & 0x20) === 0) throw new DerError();
  return children(element.content);
}

function children(bytes: Uint8Array, expected?: number): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = byteAt(bytes, at++);
    let length = byteAt(bytes, at++);
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 4) throw new DerError();
      length = 0;
      for (let index = 0; index < count; index++) length = length * 256 + byteAt(bytes, at++);
    }
    if (at + length > bytes.length) throw new DerError();
    if (expected !== undefined && tag !== expected) throw new DerError();
    found.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}

function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index];
  if (byte === undefined) throw new DerError();
  return byte;
}

function timeOf(element: Element | undefined): number {
  const text = element === undefined ? "" : textOf(element);
  const pattern = element?.tag === UTC_TIME
    ? /^(?<year>\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/
    : /^(?<year>\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
  const parts = pattern.exec(text)?.slice(1).map(Number);
  if (parts === undefined || (element?.tag !== UTC_TIME && element?.tag !== GENERALIZED_TIME)) {
    throw new DerError();
  }
  const [year, month, ...rest] = parts as [number, number, number, number, number, number];
  // Two-digit years from 50 on are of the last century (RFC 5280, section 4.1.2.5.1).
  const full = element.tag === GENERALIZED_TIME ? year : year + (year >= 50 ? 1900 : 2000);
  return Date.UTC(full, month - 1, ...rest);
}

function textOf({ tag, content }: Element): string {
  return new TextDecoder(tag === BMP_STRING ? "utf-16be" : "utf-8").decode(content);
}
