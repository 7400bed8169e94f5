/**
 * Header compression of HTTP/2 (RFC 7541). The decoder understands everything; the encoder keeps to
 * literals and the static table, which every decoder understands and which leaves no state behind.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { decodeHuffman } from "./huffman.ts";
import { STATIC_TABLE } from "./hpack_tables.ts";

/** One header field. Names are lower-case; a name may occur in several fields. */
export type HeaderField = readonly [name: string, value: string];

/** Room for dynamic table entries, as announced by default, bytes. */
const TABLE_SIZE = 4096;
/** What an entry counts on top of its name and value (RFC 7541, section 4.1). */
const ENTRY_OVERHEAD = 32;

const NAME_INDEX = new Map<string, number>();
const FIELD_INDEX = new Map<string, number>();
STATIC_TABLE.forEach(([name, value], index) => {
  if (!NAME_INDEX.has(name)) NAME_INDEX.set(name, index + 1);
  FIELD_INDEX.set(`${name}\n${value}`, index + 1);
});

/** Names whose values no intermediary may put into a table. */
const SENSITIVE = new Set(["authorization"]);

function fault(message: string): Http2Error {
  return new Http2Error(ErrorCode.compressionError, message);
}

/** Header values are bytes; each character of a value stands for one. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
}

/** Turns header blocks into fields. One per connection: later blocks refer to earlier ones. */
export class HeaderDecoder {
  /** Newest first. */
  readonly #dynamic: HeaderField[] = [];
  #size = 0;
  #capacity = TABLE_SIZE;
  #bytes: Uint8Array = new Uint8Array();
  #position = 0;

  /**
   * @param limit the largest list of fields accepted, bytes as RFC 9113 counts them.
   * @returns undefined when the list exceeds the limit. The table is up to date all the same.
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
        this.#remember(field);
      } else if (first & 0x20) {
        if (fields.length > 0) throw fault("header table changes its size within a block");
        const capacity = this.#integer(5);
        if (capacity > TABLE_SIZE) throw fault("header table grew beyond its announced size");
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
    if (field === undefined) throw fault(`no header with index ${index}`);
    return field;
  }

  #remember(field: HeaderField): void {
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
    if (byte === undefined) throw fault("header block ends early");
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
    throw fault("header integer is too large");
  }

  #string(): string {
    const huffman = ((this.#bytes[this.#position] ?? 0) & 0x80) !== 0;
    const length = this.#integer(7);
    const end = this.#position + length;
    if (end > this.#bytes.length) throw fault("header block ends early");
    const bytes = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return huffman ? decodeHuffman(bytes) : latin1(bytes);
  }
}

/**
 * What a block begins with when the peer has asked for a smaller table than the default: that it is
 * not used (RFC 7541, section 4.2).
 */
export const EMPTY_TABLE: Uint8Array = Uint8Array.of(0x20);

/** One header block for `fields`. Values may only hold characters up to U+00FF. */
export function encodeHeaders(fields: readonly HeaderField[]): Uint8Array {
  const out: number[] = [];
  for (const [name, value] of fields) {
    const whole = FIELD_INDEX.get(`${name}\n${value}`);
    if (whole !== undefined) {
      integer(out, 7, 0x80, whole);
      continue;
    }
    const index = NAME_INDEX.get(name) ?? 0;
    integer(out, 4, SENSITIVE.has(name) ? 0x10 : 0, index);
    if (index === 0) string(out, name);
    string(out, value);
  }
  return Uint8Array.from(out);
}

function integer(out: number[], prefix: number, pattern: number, value: number): void {
  const mask = (1 << prefix) - 1;
  if (value < mask) {
    out.push(pattern | value);
    return;
  }
  out.push(pattern | mask);
  let rest = value - mask;
  while (rest >= 0x80) {
    out.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  out.push(rest);
}

function string(out: number[], text: string): void {
  integer(out, 7, 0, text.length);
  for (let index = 0; index < text.length; index++) out.push(text.charCodeAt(index) & 0xff);
}
