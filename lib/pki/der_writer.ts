/**
 * Writes DER (ITU-T X.690): the types used in certificates, requests and keys.
 *
 * @module
 */

/** A DER encoding. */
export type Der = Uint8Array<ArrayBuffer>;

/** Encodes an element: tag, minimal length, content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Der {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...lengthBytes(length)];
  const value = new Uint8Array(header.length + length);
  value.set(header);
  let at = header.length;
  for (const part of parts) {
    value.set(part, at);
    at += part.length;
  }
  return value;
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

/** Encodes a SEQUENCE. */
export function sequence(...values: readonly Uint8Array[]): Der {
  return der(0x30, ...values);
}

/** Encodes a SET OF, sorted by the encodings of its values (X.690, 11.6). */
export function setOf(...values: readonly Uint8Array[]): Der {
  return der(0x31, ...values.toSorted(compareBytes));
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = left[index]! - right[index]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Encodes an explicitly tagged `[number]`. */
export function explicit(number: number, ...values: readonly Uint8Array[]): Der {
  return der(0xa0 | number, ...values);
}

/** Encodes an implicitly tagged `[number]` of a primitive type. */
export function implicit(number: number, content: Uint8Array): Der {
  return der(0x80 | number, content);
}

/** Encodes an OBJECT IDENTIFIER given in dotted form. */
export function objectIdentifier(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes: number[] = [];
  for (const arc of [first * 40 + second, ...rest]) {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift(0x80 | (left & 0x7f));
    bytes.push(...groups);
  }
  return der(0x06, new Uint8Array(bytes));
}

/** Encodes a non-negative INTEGER from big-endian bytes, in its minimal form. */
export function integer(bytes: Uint8Array): Der {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = bytes.subarray(start);
  if (digits.length === 0) return der(0x02, new Uint8Array(1));
  return digits[0]! >= 0x80 ? der(0x02, new Uint8Array(1), digits) : der(0x02, digits);
}

/** Encodes an INTEGER from 0 to 127. */
export function smallInteger(value: number): Der {
  return integer(new Uint8Array([value]));
}

/** BOOLEAN TRUE. FALSE is the default of all fields and therefore omitted. */
export const TRUE: Der = der(0x01, new Uint8Array([0xff]));

/** The NULL value. */
export const NULL: Der = der(0x05);

/** Encodes a BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array): Der {
  return der(0x03, new Uint8Array(1), bytes);
}

/** Encodes a BIT STRING of named bits, without trailing zero bits (X.690, 11.2.2). */
export function namedBits(bits: readonly number[]): Der {
  const last = Math.max(...bits);
  const bytes = new Uint8Array(Math.floor(last / 8) + 1);
  for (const bit of bits) bytes[Math.floor(bit / 8)]! |= 0x80 >>> (bit % 8);
  return der(0x03, new Uint8Array([7 - (last % 8)]), bytes);
}

/** Encodes an OCTET STRING. */
export function octetString(bytes: Uint8Array): Der {
  return der(0x04, bytes);
}

/** Encodes a PrintableString where its alphabet allows, else a UTF8String. */
export function text(value: string): Der {
  const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value);
  return der(printable ? 0x13 : 0x0c, new TextEncoder().encode(value));
}

/** Encodes a UTCTime up to 2049, else a GeneralizedTime (RFC 5280, section 4.1.2.5). */
export function time(milliseconds: number): Der {
  const digits = new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  const year = Number(digits.slice(0, 4));
  const utc = year >= 1950 && year < 2050;
  return der(utc ? 0x17 : 0x18, new TextEncoder().encode(utc ? digits.slice(2) : digits));
}
