/** Header compression and frames of HTTP/2. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { concat } from "../../lib/rpc/http2/bytes.ts";
import { Http2Error } from "../../lib/rpc/http2/errors.ts";
import { FrameReader } from "../../lib/rpc/http2/frame_reader.ts";
import { Flag, FrameType } from "../../lib/rpc/http2/frame_types.ts";
import { HeaderBlockReader } from "../../lib/rpc/http2/header_block_reader.ts";
import { encodeHeaders, HeaderDecoder, type HeaderField } from "../../lib/rpc/http2/hpack.ts";
import { HUFFMAN_LENGTHS, STATIC_TABLE } from "../../lib/rpc/http2/hpack_tables.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";

const LIMIT = 1 << 20;

/** Text of one character per byte. */
const latin1 = fc.oneof(
  fc.stringMatching(/^[a-z0-9-]{0,12}$/),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => String.fromCharCode(...bytes)),
);
const field: fc.Arbitrary<HeaderField> = fc.oneof(
  fc.constantFrom(...STATIC_TABLE),
  fc.tuple(fc.constantFrom(...STATIC_TABLE.map(([name]) => name)), latin1),
  fc.tuple(fc.constantFrom("nodes", "grpc-status", "authorization"), latin1),
  fc.tuple(latin1, latin1),
);

checkProperty(
  "encoded headers are decoded to the same fields",
  fc.property(fc.array(fc.array(field)), (blocks) => {
    const decoder = new HeaderDecoder();
    for (const fields of blocks) {
      deepStrictEqual(decoder.decode(encodeHeaders(fields), LIMIT), fields);
    }
  }),
);

/** The codes of Huffman, from their lengths: canonical, by length and then by symbol. */
const CODES = new Map<number, string>();
{
  const symbols = HUFFMAN_LENGTHS.map((length, symbol) => ({ length, symbol }))
    .sort((a, b) => a.length - b.length || a.symbol - b.symbol);
  let code = 0;
  let previous = 0;
  for (const { length, symbol } of symbols) {
    code *= 2 ** (length - previous);
    CODES.set(symbol, code.toString(2).padStart(length, "0"));
    code++;
    previous = length;
  }
}

/** A complete encoder: dynamic table, Huffman code, table sizes (RFC 7541). */
class ModelEncoder {
  #table: HeaderField[] = [];
  #capacity = 4096;
  readonly out: number[] = [];

  resize(capacity: number): void {
    this.#integer(5, 0x20, capacity);
    this.#capacity = capacity;
    this.#evict();
  }

  add([name, value]: HeaderField, form: number, huffman: boolean): void {
    const all = [...STATIC_TABLE, ...this.#table];
    const whole = all.findLastIndex((one) => one[0] === name && one[1] === value) + 1;
    if (whole > 0 && form === 0) return this.#integer(7, 0x80, whole);
    const [prefix, pattern] = form <= 1 ? [6, 0x40] : form === 2 ? [4, 0] : [4, 0x10];
    const index = all.findLastIndex((one) => one[0] === name) + 1;
    this.#integer(prefix!, pattern!, index);
    if (index === 0) this.#string(name, huffman);
    this.#string(value, huffman);
    if (form > 1) return;
    this.#table.unshift([name, value]);
    this.#evict();
  }

  #evict(): void {
    const size = () => this.#table.reduce((sum, [a, b]) => sum + a.length + b.length + 32, 0);
    while (size() > this.#capacity) this.#table.pop();
  }

  #integer(prefix: number, pattern: number, value: number): void {
    const mask = 2 ** prefix - 1;
    this.out.push(pattern | Math.min(value, mask));
    for (let rest = value - mask; rest >= 0; rest = rest < 128 ? -1 : Math.floor(rest / 128)) {
      this.out.push(rest < 128 ? rest : rest % 128 + 128);
    }
  }

  #string(text: string, huffman: boolean): void {
    const bytes = [...text].map((letter) => letter.charCodeAt(0));
    if (!huffman) {
      this.#integer(7, 0, bytes.length);
      this.out.push(...bytes);
      return;
    }
    const bits = bytes.map((byte) => CODES.get(byte)!).join("");
    const packed = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1").match(/.{8}/g) ?? [];
    this.#integer(7, 0x80, packed.length);
    this.out.push(...packed.map((octet) => Number.parseInt(octet, 2)));
  }
}

checkProperty(
  "headers of an encoder with a dynamic table and Huffman code are decoded",
  fc.property(
    fc.array(fc.tuple(
      fc.option(fc.nat(4096)),
      fc.array(fc.tuple(field, fc.nat(3), fc.boolean()), { maxLength: 12 }),
    )),
    (blocks) => {
      const decoder = new HeaderDecoder();
      const encoder = new ModelEncoder();
      for (const [size, items] of blocks) {
        encoder.out.length = 0;
        if (size !== null) encoder.resize(size);
        for (const [one, form, huffman] of items) encoder.add(one, form, huffman);
        const fields = decoder.decode(Uint8Array.from(encoder.out), LIMIT);
        deepStrictEqual(fields, items.map(([one]) => [...one]));
      }
    },
  ),
);

checkProperty(
  "random bytes are headers or a connection error",
  fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }), (blocks) => {
    const decoder = new HeaderDecoder();
    for (const block of blocks) {
      const result = resultOf(() => decoder.decode(block, LIMIT));
      if ("value" in result) ok(result.value !== undefined);
      else return ok(result.error instanceof Http2Error, String(result.error));
    }
  }),
);

/** Frames in the order received. */
function readFrames(pieces: readonly Uint8Array[]): { seen: unknown[]; error: unknown } {
  const seen: unknown[] = [];
  let data: number[] = [];
  const reader = new FrameReader({
    dataStart: (stream, length) => seen.push(["start", stream, length]),
    data: (_, piece) => data.push(...piece),
    dataEnd: (stream, isEnd) => {
      seen.push(["data", stream, isEnd, data]);
      data = [];
    },
    frame: (type, flags, stream, payload) => seen.push([type, flags, stream, [...payload]]),
  }, 16_384);
  const result = resultOf(() => pieces.forEach((piece) => reader.push(piece)));
  const error = "error" in result ? result.error : undefined;
  ok(error === undefined || error instanceof Http2Error, String(error));
  return { seen, error: error instanceof Http2Error ? error.message : undefined };
}

function encodeFrame(type: number, flags: number, stream: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const id = [stream >>> 24, stream >>> 16, stream >>> 8, stream].map((byte) => byte & 0xff);
  return concat([
    Uint8Array.of(length >> 16, length >> 8, length, type, flags, ...id),
    payload,
  ]);
}

const payload = fc.uint8Array({ maxLength: 40 });
const frame = fc.oneof(
  fc.tuple(
    fc.constant(FrameType.data),
    fc.constantFrom(0, 1, 8, 9),
    fc.integer({ min: 1, max: 9 }),
  ),
  fc.tuple(fc.nat(12), fc.nat(255), fc.nat(5)),
);

/** Splits bytes at the given offsets, modulo their length. */
function split(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const at = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b)];
  return at.map((start, index) => bytes.slice(start, at[index + 1] ?? bytes.length));
}

checkProperty(
  "frames do not depend on the pieces in which they arrive",
  fc.property(
    fc.array(fc.tuple(frame, payload), { maxLength: 6 }),
    fc.array(fc.nat(), { maxLength: 20 }),
    (frames, offsets) => {
      const bytes = concat(
        frames.map(([[type, flags, stream], data]) => encodeFrame(type, flags, stream, data)),
      );
      deepStrictEqual(readFrames(split(bytes, offsets)), readFrames([bytes]));
    },
  ),
);

checkProperty(
  "valid DATA frames give their data without padding",
  fc.property(
    fc.array(fc.record({ data: payload, padding: fc.option(fc.nat(255)), isEnd: fc.boolean() })),
    (items) => {
      const bytes = concat(items.map(({ data, padding, isEnd }, index) => {
        const end = isEnd ? Flag.endStream : 0;
        if (padding === null) return encodeFrame(FrameType.data, end, index + 1, data);
        const padded = concat([Uint8Array.of(padding), data, new Uint8Array(padding)]);
        return encodeFrame(FrameType.data, end | Flag.padded, index + 1, padded);
      }));
      const { seen, error } = readFrames([bytes]);
      strictEqual(error, undefined);
      deepStrictEqual(
        seen,
        items.flatMap(({ data, padding, isEnd }, index) => [
          ["start", index + 1, data.length + (padding === null ? 0 : 1 + padding)],
          ["data", index + 1, isEnd, [...data]],
        ]),
      );
    },
  ),
);

checkProperty(
  "a header block may be split into CONTINUATION frames anywhere",
  fc.property(fc.array(field), fc.array(fc.nat(), { maxLength: 6 }), (fields, offsets) => {
    const reader = new HeaderBlockReader(LIMIT);
    const parts = split(encodeHeaders(fields), offsets);
    const blocks = parts.map((part, index) => {
      const type = index === 0 ? FrameType.headers : FrameType.continuation;
      return reader.read(type, index === parts.length - 1 ? Flag.endHeaders : 0, 1, part);
    });
    const [last] = blocks.splice(-1);
    deepStrictEqual(blocks, blocks.map(() => undefined));
    deepStrictEqual(last, { stream: 1, endStream: false, fields });
  }),
);
