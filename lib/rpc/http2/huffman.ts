/**
 * Decoder of the Huffman code of HPACK (RFC 7541, section 5.2 and appendix B).
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { HUFFMAN_LENGTHS } from "./hpack_tables.ts";

/** Longest code, bits. */
const MAX_BITS = 30;

/** Per length in bits: the first code, the index of its symbol in `symbols`, and the count. */
interface CanonicalCode {
  first: Int32Array;
  start: Int32Array;
  count: Int32Array;
  symbols: Uint8Array;
}

function buildCode(): CanonicalCode {
  const first = new Int32Array(MAX_BITS + 1);
  const start = new Int32Array(MAX_BITS + 1);
  const count = new Int32Array(MAX_BITS + 1);
  const symbols = new Uint8Array(HUFFMAN_LENGTHS.length);
  for (const bits of HUFFMAN_LENGTHS) count[bits]!++;
  for (let length = 1, code = 0, filled = 0; length <= MAX_BITS; length++) {
    code <<= 1;
    first[length] = code;
    start[length] = filled;
    code += count[length]!;
    filled += count[length]!;
  }
  const next = start.slice();
  HUFFMAN_LENGTHS.forEach((bits, symbol) => {
    symbols[next[bits]!++] = symbol;
  });
  return { first, start, count, symbols };
}

const CODE = buildCode();

/**
 * Decodes a Huffman-coded string to one character per byte.
 *
 * @throws {Http2Error} when the padding is invalid or the end-of-string symbol occurs.
 */
export function decodeHuffman(bytes: Uint8Array): string {
  let text = "";
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = (code << 1) | ((byte >> bit) & 1);
      length++;
      const offset = code - (CODE.first[length] ?? 0);
      if (offset >= 0 && offset < (CODE.count[length] ?? 0)) {
        text += String.fromCharCode(CODE.symbols[(CODE.start[length] ?? 0) + offset] ?? 0);
        code = 0;
        length = 0;
      } else if (length >= MAX_BITS) {
        throw new Http2Error(ErrorCode.compressionError, "invalid Huffman code in header");
      }
    }
  }
  if (length > 7 || code !== (1 << length) - 1) {
    throw new Http2Error(ErrorCode.compressionError, "invalid Huffman padding in header");
  }
  return text;
}
