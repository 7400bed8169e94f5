/**
 * Appends `common.Metadata` to encoded messages, as a proxy between client and nodes does.
 *
 * It is field 1 of every streamed message, and of each message in a unary response
 * `{ messages: [...] }`. A proxy appends it even if the node has written one: decoders merge repeated
 * occurrences of a message field.
 *
 * @module
 */
import { OsctlError } from "../lib/errors.ts";
import { common } from "./common.ts";

/** The error of a call to a node. */
export interface Failure {
  /** The gRPC status code, for example 14 for Unavailable. */
  readonly code: number;
  /** The status message. */
  readonly details: string;
  /** Both, as nodes format them: `rpc error: code = Unavailable desc = …`. */
  readonly message: string;
}

/** Tag of field 1, length-delimited: `messages` of a response, and metadata of a message. */
const TAG = 0x0a;

/**
 * Appends metadata with `hostname` to a streamed message, or to each message of a unary response.
 * Returns a copy.
 *
 * @throws {OsctlError} `node` when a unary response is malformed.
 */
export function appendMetadata(
  response: Uint8Array,
  hostname: string,
  streaming: boolean,
): Uint8Array {
  const metadata = common.Empty.encode({ metadata: { hostname } }).finish();
  if (streaming) return concat([response, metadata]);
  const parts: Uint8Array[] = [];
  for (const { tag, start, value, end } of fields(response)) {
    if (tag !== TAG) {
      parts.push(response.subarray(start, end));
      continue;
    }
    const message = response.subarray(value, end);
    parts.push(header(message.length + metadata.length), message, metadata);
  }
  return concat(parts);
}

/** Encodes the response of a failed node: its metadata with the error. */
export function errorEnvelope(hostname: string, failure: Failure, streaming: boolean): Uint8Array {
  const { code, details, message } = failure;
  const metadata = { hostname, error: message, status: { code, message: details } };
  return streaming
    ? common.Empty.encode({ metadata }).finish()
    : common.EmptyResponse.encode({ messages: [{ metadata }] }).finish();
}

/** The tag of a field, and the offsets of its tag, its value and its end. */
interface Field {
  readonly tag: number;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/** Yields the top-level fields of a message. */
function* fields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    const tag = varint(bytes, at);
    const [value, end] = extent(bytes, tag.value & 7, tag.end);
    if (end > bytes.length) throw malformed("truncated field");
    yield { tag: tag.value, start, value, end };
    at = end;
  }
}

function extent(bytes: Uint8Array, wireType: number, at: number): [value: number, end: number] {
  switch (wireType) {
    case 0:
      return [at, varint(bytes, at).end];
    case 1:
      return [at, at + 8];
    case 2: {
      const length = varint(bytes, at);
      return [length.end, length.end + length.value];
    }
    case 5:
      return [at, at + 4];
    default:
      throw malformed(`unknown wire type ${wireType}`);
  }
}

/** Reads a varint; inexact above 2^53, which no tag or length reaches. */
function varint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 10; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) throw malformed("truncated varint");
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  throw malformed("varint longer than ten bytes");
}

/** Encodes tag and length of a message field. */
function header(length: number): Uint8Array {
  const bytes = [TAG];
  while (length >= 0x80) {
    bytes.push(length & 0x7f | 0x80);
    length >>>= 7;
  }
  return Uint8Array.of(...bytes, length);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function malformed(reason: string): OsctlError {
  return new OsctlError("node", `malformed response of a node: ${reason}`);
}
