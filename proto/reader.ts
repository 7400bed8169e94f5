/**
 * Reads the protobuf wire format: https://protobuf.dev/programming-guides/encoding/.
 *
 * @module
 */
import { Long } from "./long.ts";

/** Wire types. */
export const VARINT = 0,
  FIXED64 = 1,
  LENGTH_DELIMITED = 2,
  START_GROUP = 3,
  END_GROUP = 4,
  FIXED32 = 5;

/** Nesting of messages and groups, as in the libraries of C++ and Java; Go permits 10,000 levels. */
export const MAX_DEPTH = 100;

/**
 * From this length on `TextDecoder` is used: V8 retains a string that is appended to by character as a
 * tree, 1672 bytes for 63 characters instead of 89.
 */
const SHORT_STRING = 16;

// Nodes send raw file names and process arguments: invalid UTF-8 must not fail a whole message.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** A cursor in an encoded message. Every method throws a `RangeError` at the end. */
export class Reader {
  position = 0;
  /** End of the current message. */
  end: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.end = bytes.length;
  }

  /** Reads a varint and returns its low 32 bits, unsigned. */
  uint32(): number {
    const bytes = this.#bytes;
    let position = this.position;
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (position >= this.end) break;
      const byte = bytes[position++]!;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.position = position;
        return value >>> 0;
      }
    }
    throw position >= this.end ? truncated() : new RangeError("varint longer than ten bytes");
  }

  /**
   * Reads a tag or a length. One above 32 bits is rejected: its low bits alone would be read as another
   * one.
   */
  size(): number {
    const bytes = this.#bytes;
    let value = 0;
    for (let shift = 0, position = this.position; shift < 28 && position < this.end; shift += 7) {
      const byte = bytes[position++]!;
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      this.position = position;
      return value;
    }
    const { low, high } = this.long(true);
    if (high !== 0) throw new RangeError("tag or length above 32 bits");
    return low >>> 0;
  }

  /** Reads the tag of a field. */
  tag(): number {
    const tag = this.size();
    if (tag >>> 3 === 0) throw new RangeError("invalid field number 0");
    return tag;
  }

  /** Reads a varint of 64 bits. */
  long(unsigned: boolean): Long {
    const bytes = this.#bytes;
    let low = 0, high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.position >= this.end) throw truncated();
      const byte = bytes[this.position++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else if (shift < 64) high |= bits << (shift - 32);
      if (byte < 0x80) return Long.fromBits(low, high, unsigned);
    }
    throw new RangeError("varint longer than ten bytes");
  }

  bool(): boolean {
    const { low, high } = this.long(true);
    return (low | high) !== 0;
  }

  double(): number {
    const start = this.#advance(8);
    const { buffer, byteOffset } = this.#bytes;
    return new DataView(buffer, byteOffset + start, 8).getFloat64(0, true);
  }

  /** Reads a length and ends the current message after as many bytes. Returns the previous end. */
  enter(): number {
    const outer = this.end;
    const length = this.size();
    if (length > outer - this.position) throw truncated();
    this.end = this.position + length;
    return outer;
  }

  /** Reads a length and returns a view of as many bytes. */
  bytes(): Uint8Array {
    const length = this.size();
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Reads a string. Invalid UTF-8 is replaced by U+FFFD. */
  string(): string {
    const length = this.size();
    const start = this.#advance(length);
    const bytes = this.#bytes;
    if (length < SHORT_STRING) {
      let text = "";
      let index = start;
      for (; index < this.position; index++) {
        const byte = bytes[index]!;
        if (byte > 0x7f) break;
        text += String.fromCharCode(byte);
      }
      if (index === this.position) return text;
    }
    return utf8.decode(bytes.subarray(start, this.position));
  }

  /** Skips the value of an unknown field. */
  skip(tag: number, depth: number): void {
    switch (tag & 7) {
      case VARINT:
        this.long(true);
        return;
      case FIXED64:
        this.#advance(8);
        return;
      case LENGTH_DELIMITED:
        this.#advance(this.size());
        return;
      case START_GROUP:
        this.#skipGroup(tag >>> 3, depth + 1);
        return;
      case FIXED32:
        this.#advance(4);
        return;
      default:
        throw new RangeError(`unexpected wire type ${tag & 7}`);
    }
  }

  #skipGroup(number: number, depth: number): void {
    if (depth > MAX_DEPTH) throw tooDeep();
    while (true) {
      const tag = this.tag();
      if ((tag & 7) !== END_GROUP) this.skip(tag, depth);
      else if (tag >>> 3 === number) return;
      else throw new RangeError("group ends with another number");
    }
  }

  /** Moves on by `length` bytes and returns the previous position. */
  #advance(length: number): number {
    const start = this.position;
    if (length > this.end - start) throw truncated();
    this.position = start + length;
    return start;
  }
}

/** The error of a message nested deeper than {@linkcode MAX_DEPTH}. */
export function tooDeep(): RangeError {
  return new RangeError(`messages are nested deeper than ${MAX_DEPTH} levels`);
}

function truncated(): RangeError {
  return new RangeError("the message is truncated");
}
