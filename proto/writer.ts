/**
 * Writes the protobuf wire format: https://protobuf.dev/programming-guides/encoding/.
 *
 * @module
 */
import { Long } from "./long.ts";

const SLAB_BYTES = 8192;

/** Shared by small messages: an allocation for each takes longer than encoding it. */
let slab = new Uint8Array(SLAB_BYTES);
let slabPosition = 0;

/** From this length on `TextEncoder` is faster. */
const SHORT_STRING = 1024;

const utf8 = new TextEncoder();

/** Encodes one message. Only one writer may be in use at a time. */
export class Writer {
  #bytes = slab;
  #start = slabPosition;
  #position = slabPosition;

  /** Writes an unsigned integer below 2^32. */
  uint32(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#position++] = rest & 0x7f | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#position++] = rest;
  }

  /** Writes a signed integer; a negative one takes ten bytes. */
  int32(value: number): void {
    if (value >= 0) this.uint32(value);
    else this.long(Long.fromNumber(value));
  }

  /** Writes 64 bits as varint. */
  long(value: Long): void {
    this.#reserve(10);
    let low = value.low >>> 0, high = value.high >>> 0;
    while (high !== 0 || low > 0x7f) {
      this.#bytes[this.#position++] = low & 0x7f | 0x80;
      low = (low >>> 7 | high << 25) >>> 0;
      high >>>= 7;
    }
    this.#bytes[this.#position++] = low;
  }

  double(value: number): void {
    this.#reserve(8);
    const { buffer, byteOffset } = this.#bytes;
    new DataView(buffer, byteOffset + this.#position, 8).setFloat64(0, value, true);
    this.#position += 8;
  }

  /** Writes length and content. */
  bytes(value: Uint8Array): void {
    this.uint32(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#position);
    this.#position += value.length;
  }

  /** Writes length and UTF-8. */
  string(value: string): void {
    if (value.length >= SHORT_STRING) return this.bytes(utf8.encode(value));
    const offset = this.open();
    this.#reserve(3 * value.length);
    const bytes = this.#bytes;
    const start = this.#position;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 0x7f) {
        this.#position = start + utf8.encodeInto(value, bytes.subarray(start)).written;
        break;
      }
      bytes[this.#position++] = code;
    }
    this.close(offset);
  }

  /** Begins a length-delimited value; returns its offset for {@linkcode close}. */
  open(): number {
    this.#reserve(1);
    return ++this.#position - this.#start;
  }

  /** Inserts the length of the value that begins at `offset`. */
  close(offset: number): void {
    const length = this.#position - this.#start - offset;
    let extra = 0;
    for (let rest = length >>> 7; rest > 0; rest >>>= 7) extra++;
    if (extra > 0) {
      this.#reserve(extra);
      const start = this.#start + offset;
      this.#bytes.copyWithin(start + extra, start, this.#position);
    }
    // Not uint32(), whose larger buffer would not contain the value after the length.
    let position = this.#start + offset - 1;
    let rest = length;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[position++] = rest & 0x7f | 0x80;
    this.#bytes[position++] = rest;
    this.#position = position + length;
  }

  /** Returns the encoded message. */
  finish(): Uint8Array {
    if (this.#bytes === slab) slabPosition = this.#position;
    return this.#bytes.subarray(this.#start, this.#position);
  }

  #reserve(length: number): void {
    if (this.#position + length <= this.#bytes.length) return;
    const written = this.#position - this.#start;
    const needed = written + length;
    let larger: Uint8Array<ArrayBuffer>;
    if (this.#bytes === slab && needed <= SLAB_BYTES / 2) {
      larger = slab = new Uint8Array(SLAB_BYTES);
      slabPosition = 0;
    } else {
      larger = new Uint8Array(Math.max(needed + 16, 2 * written));
    }
    larger.set(this.#bytes.subarray(this.#start, this.#position));
    this.#bytes = larger;
    this.#start = 0;
    this.#position = written;
  }
}
