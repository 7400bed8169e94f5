/**
 * Removes fields of encoded messages, so that large ones that are not used are never decoded.
 *
 * @module
 */
import type { Method } from "./method.ts";

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

/** Field `messages` of the responses of nodes. */
const MESSAGES = 1;

/**
 * Returns the method with responses whose messages lack the fields of these numbers.
 *
 * @param method A unary method with one message per node.
 */
export function omitFields<Request, Response>(
  method: Method<Request, Response>,
  numbers: readonly number[],
): Method<Request, Response> {
  return {
    ...method,
    decodeResponse: (bytes) => method.decodeResponse(omitFromMessages(bytes, numbers)),
  };
}

/** Returns the encoded response without the fields; bytes that are not one are unchanged. */
export function omitFromMessages(bytes: Uint8Array, numbers: readonly number[]): Uint8Array {
  const response = splitFields(bytes);
  if (response === undefined) return bytes;
  const parts: Uint8Array[] = [];
  for (const { number, wireType, start, content, end } of response) {
    const inner = number === MESSAGES && wireType === LENGTH_DELIMITED
      ? splitFields(bytes.subarray(content, end))
      : undefined;
    if (inner === undefined) {
      parts.push(bytes.subarray(start, end));
      continue;
    }
    const kept = inner.filter((field) => !numbers.includes(field.number))
      .map((field) => bytes.subarray(content + field.start, content + field.end));
    const length = kept.reduce((sum, part) => sum + part.length, 0);
    parts.push(Uint8Array.of(MESSAGES << 3 | LENGTH_DELIMITED, ...encodeVarint(length)), ...kept);
  }
  return concatenate(parts);
}

/** A field: the indexes of its tag, of its content and after it. */
interface Field {
  readonly number: number;
  readonly wireType: number;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** Returns the fields of a message; undefined when it is not valid. */
function splitFields(bytes: Uint8Array): Field[] | undefined {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return NaN;
  };
  while (at < bytes.length) {
    const start = at;
    const tag = readVarint();
    const wireType = tag & 7;
    let content = at;
    if (wireType === VARINT) readVarint();
    else if (wireType === FIXED64) at += 8;
    else if (wireType === FIXED32) at += 4;
    else if (wireType === LENGTH_DELIMITED) {
      const length = readVarint();
      content = at;
      at += length;
    } else return undefined;
    if (!(at <= bytes.length)) return undefined;
    fields.push({ number: Math.floor(tag / 8), wireType, start, content, end: at });
  }
  return fields;
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value;; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push(rest % 128 | 128);
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
