/**
 * `common.Metadata` as a proxy between client and nodes writes it, on message bytes.
 *
 * Every streamed message has it as field 1; a unary answer `{ messages: [...] }` has it as field 1 of
 * each message. A proxy does not look whether the node wrote one already: it appends its own, and
 * whoever decodes merges the two. The generated codecs do so.
 *
 * @module
 */
import { OsctlError } from "../lib/errors.ts";
import { common } from "./common.ts";

/** How a call to a node failed. */
export interface Failure {
  /** The gRPC status code, for example 14 for Unavailable. */
  readonly code: number;
  /** The text of the status. */
  readonly details: string;
  /** Both in one, as nodes print it: `rpc error: code = Unavailable desc = …`. */
  readonly message: string;
}

/** Field 1 with a length, both of `messages` in an answer and of the metadata in a message. */
const TAG = 0x0a;

/**
 * A node's answer with `hostname` in the metadata: of the message itself when it was streamed, else
 * of every message in the unary answer. The bytes given are left as they are.
 *
 * @throws {OsctlError} of kind `node` when a unary answer is malformed.
 */
export function appendMetadata(
  answer: Uint8Array,
  hostname: string,
  streaming: boolean,
): Uint8Array {
  const metadata = common.Empty.encode({ metadata: { hostname } }).finish();
  if (streaming) return concat([answer, metadata]);
  const parts: Uint8Array[] = [];
  for (const { tag, start, value, end } of fields(answer)) {
    if (tag !== TAG) {
      parts.push(answer.subarray(start, end));
      continue;
    }
    const message = answer.subarray(value, end);
    parts.push(header(message.length + metadata.length), message, metadata);
  }
  return concat(parts);
}

/** The answer that stands for a node that failed: nothing in it but who and why. */
export function errorEnvelope(hostname: string, failure: Failure, streaming: boolean): Uint8Array {
  const { code, details, message } = failure;
  const metadata = { hostname, error: message, status: { code, message: details } };
  return streaming
    ? common.Empty.encode({ metadata }).finish()
    : common.EmptyResponse.encode({ messages: [{ metadata }] }).finish();
}

/** Where one field lies: its tag, then the value's first byte and the first byte after it. */
interface Field {
  readonly tag: number;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/** The fields of a message at its top level. */
function* fields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    const tag = varint(bytes, at);
    const [value, end] = extent(bytes, tag.value & 7, tag.end);
    if (end > bytes.length) throw malformed("it ends in the middle of a field");
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
      throw malformed(`wire type ${wireType} is unknown`);
  }
}

/** A number of up to ten bytes; imprecise above 2^53, which no tag or length reaches. */
function varint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 10; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) throw malformed("it ends in the middle of a number");
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  throw malformed("a number is longer than ten bytes");
}

/** Tag and length in front of a message. */
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
  return new OsctlError("node", `answer of a node is no valid message: ${reason}`);
}
