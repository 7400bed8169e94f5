/**
 * HPACK header compression (RFC 7541). The decoder is complete; the encoder uses literals and the
 * static table only, so that it has no state.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { decodeHuffman } from "./huffman.ts";
import { STATIC_TABLE } from "./hpack_tables.ts";

/** One header field; a name may occur in several fields. */
export type HeaderField = readonly [name: string, value: string];

/** Size of the dynamic table, the default of SETTINGS_HEADER_TABLE_SIZE, bytes. */
const TABLE_SIZE = 4096;
/** Size of an entry beyond its name and value, bytes (RFC 7541, section 4.1). */
const ENTRY_OVERHEAD = 32;

const NAME_INDEX = new Map<string, number>();
const FIELD_INDEX = new Map<string, number>();
STATIC_TABLE.forEach(([name, value], index) => {
  if (!NAME_INDEX.has(name)) NAME_INDEX.set(name, index + 1);
  FIELD_INDEX.set(`${name}\n${value}`, index + 1);
});

/** Fields encoded as never indexed (RFC 7541, section 7.1.3). */
const SENSITIVE = new Set(["authorization"]);

function compressionError(message: string): Http2Error {
  return new Http2Error(ErrorCode.compressionError, message);
}

/** Decodes bytes to one character each. In slices: an argument list has a limit. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
}

/** Decodes the header blocks of one connection, in order. */
export class HeaderDecoder {
  /** The dynamic table, newest entry first. */
  readonly #dynamic: HeaderField[] = [];
  #size = 0;
  #capacity = TABLE_SIZE;
  #bytes: Uint8Array = new Uint8Array();
  #position = 0;

  /**
   * Decodes a block.
   *
   * @param limit largest header list accepted, bytes (RFC 9113, section 6.5.2).
   * @returns undefined when the list exceeds the limit; the dynamic table is updated nevertheless.
   * @throws {Http2Error} on a malformed block.
   */
  decode(block: Uint8Array, limit: number): HeaderField[] | undefined {
    this.#bytes = block;
    this.#position = 0;
    const fields: HeaderField[] = [];
    let listSize = 0;
    while (this.#position < block.length) {
      const first = block[this.#position] ?? 0;
      let field: HeaderField;
      if (first & 0x80) {
        field = this.#entry(this.#integer(7));
      } else if (first & 0x40) {
        field = this.#literal(6);
        this.#insert(field);
      } else if (first & 0x20) {
        if (fields.length > 0) throw compressionError("table size update within a header block");
        const capacity = this.#integer(5);
        if (capacity > TABLE_SIZE) throw compressionError("table size update above the limit");
        this.#capacity = capacity;
        this.#evict();
        continue;
      } else {
        field = this.#literal(4);
      }
      listSize += field[0].length + field[1].length + ENTRY_OVERHEAD;
      if (listSize <= limit) fields.push(field);
    }
    return listSize <= limit ? fields : undefined;
  }

  #literal(prefix: number): HeaderField {
    const index = this.#integer(prefix);
    const name = index === 0 ? this.#string() : this.#entry(index)[0];
    return [name, this.#string()];
  }

  #entry(index: number): HeaderField {
    const field = index <= STATIC_TABLE.length
      ? STATIC_TABLE[index - 1]
      : this.#dynamic[index - STATIC_TABLE.length - 1];
    if (field === undefined) throw compressionError(`invalid header index ${index}`);
    return field;
  }

  #insert(field: HeaderField): void {
    this.#dynamic.unshift(field);
    this.#size += field[0].length + field[1].length + ENTRY_OVERHEAD;
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#capacity) {
      const oldest = this.#dynamic.pop();
      if (oldest === undefined) break;
      this.#size -= oldest[0].length + oldest[1].length + ENTRY_OVERHEAD;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#position++];
    if (byte === undefined) throw compressionError("truncated header block");
    return byte;
  }

  #integer(prefix: number): number {
    const mask = (1 << prefix) - 1;
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
    throw compressionError("header integer too large");
  }

  #string(): string {
    const huffman = ((this.#bytes[this.#position] ?? 0) & 0x80) !== 0;
    const length = this.#integer(7);
    const end = this.#position + length;
    if (end > this.#bytes.length) throw compressionError("truncated header block");
    const bytes = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return huffman ? decodeHuffman(bytes) : latin1(bytes);
  }
}

/**
 * A table size update to 0: the required answer to a peer that reduced the size of the table
 * (RFC 7541, section 4.2).
 */
export const EMPTY_TABLE: Uint8Array = Uint8Array.of(0x20);

/** Most bytes of the integers of a field: an index and two lengths. */
const INTEGER_BYTES = 3 * 6;

/** Encodes a header block. Values have characters up to U+00FF only. */
export function encodeHeaders(fields: readonly HeaderField[]): Uint8Array {
  let most = 0;
  for (const [name, value] of fields) most += INTEGER_BYTES + name.length + value.length;
  const out = new Uint8Array(most);
  let at = 0;
  for (const [name, value] of fields) {
    const whole = FIELD_INDEX.get(`${name}\n${value}`);
    if (whole !== undefined) {
      at = encodeInteger(out, at, 7, 0x80, whole);
      continue;
    }
    const index = NAME_INDEX.get(name) ?? 0;
    at = encodeInteger(out, at, 4, SENSITIVE.has(name) ? 0x10 : 0, index);
    if (index === 0) at = encodeString(out, at, name);
    at = encodeString(out, at, value);
  }
  return out.subarray(0, at);
}

/** Writes an integer at an offset; returns the offset after it. */
function encodeInteger(
  out: Uint8Array,
  at: number,
  prefix: number,
  pattern: number,
  value: number,
): number {
  const mask = (1 << prefix) - 1;
  if (value < mask) {
    out[at++] = pattern | value;
    return at;
  }
  out[at++] = pattern | mask;
  let rest = value - mask;
  while (rest >= 0x80) {
    out[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  out[at++] = rest;
  return at;
}

function encodeString(out: Uint8Array, at: number, text: string): number {
  at = encodeInteger(out, at, 7, 0, text.length);
  for (let index = 0; index < text.length; index++) out[at++] = text.charCodeAt(index);
  return at;
}
