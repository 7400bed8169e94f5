/**
 * Reads DER (ITU-T X.690). Malformed input throws a {@linkcode DerError}, which the parsers of
 * certificates, requests and keys convert to an `OsctlError`.
 *
 * @module
 */

/** Malformed or unexpected DER. */
export class DerError extends Error {
  override readonly name = "DerError";
}

/** Tags of the supported universal types. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns the tag of an explicitly tagged `[number]`. */
export function explicitTag(number: number): number {
  return 0xa0 | number;
}

/** A tag-length-value element. */
export interface Element {
  readonly tag: number;
  /** The value. */
  readonly content: Uint8Array<ArrayBuffer>;
  /** Tag, length and content. */
  readonly whole: Uint8Array<ArrayBuffer>;
}

/** Reads the only element of `bytes`, which must have the tag. */
export function readSingle(bytes: Uint8Array<ArrayBuffer>, tag: number): Element {
  const elements = readAll(bytes);
  const only = elements[0];
  if (elements.length !== 1 || only?.tag !== tag) throw new DerError("unexpected content");
  return only;
}

/** Reads consecutive elements. */
export function readAll(bytes: Uint8Array<ArrayBuffer>): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at;
    const tag = byteAt(bytes, at++);
    let length = byteAt(bytes, at++);
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 4) throw new DerError("unsupported length");
      length = 0;
      for (let index = 0; index < count; index++) length = length * 256 + byteAt(bytes, at++);
    }
    if (at + length > bytes.length) throw new DerError("truncated");
    const content = bytes.subarray(at, at + length);
    at += length;
    elements.push({ tag, content, whole: bytes.subarray(start, at) });
  }
  return elements;
}

/** Reads the elements in a constructed element, which must have the tag. */
export function readChildren(element: Element | undefined, tag: number): Element[] {
  return readAll(getContent(element, tag));
}

/** Returns the content of an element, which must have the tag. */
export function getContent(element: Element | undefined, tag: number): Uint8Array<ArrayBuffer> {
  if (element?.tag !== tag) throw new DerError("unexpected content");
  return element.content;
}

/** Reads an OBJECT IDENTIFIER in dotted form. */
export function readObjectIdentifier(element: Element | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of getContent(element, TAG.objectIdentifier)) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const first = arcs.shift();
  if (first === undefined) throw new DerError("empty object identifier");
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...arcs].join(".");
}

/** Reads a BIT STRING of whole bytes. */
export function readBitString(element: Element | undefined): Uint8Array<ArrayBuffer> {
  const content = getContent(element, TAG.bitString);
  if (content[0] !== 0) throw new DerError("unexpected bit count");
  return content.subarray(1);
}

/** Reads a UTCTime or GeneralizedTime as milliseconds since the Unix epoch. */
export function readTime(element: Element | undefined): number {
  const utc = element?.tag === TAG.utcTime;
  const content = getContent(element, utc ? TAG.utcTime : TAG.generalizedTime);
  const digits = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(
    new TextDecoder().decode(content),
  );
  if (digits === null || (digits[1]!.length === 2) !== utc) throw new DerError("invalid time");
  const [year, month, ...rest] = digits.slice(1).map(Number) as [number, number, ...number[]];
  // Two-digit years from 50 are 19xx (RFC 5280, section 4.1.2.5.1).
  const full = utc ? year + (year >= 50 ? 1900 : 2000) : year;
  return Date.UTC(full, month - 1, ...rest);
}

/** Reads a character string; all types except BMPString as UTF-8. */
export function readString(element: Element): string {
  const encoding = element.tag === TAG.bmpString ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(element.content);
}

function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index];
  if (byte === undefined) throw new DerError("truncated");
  return byte;
}
