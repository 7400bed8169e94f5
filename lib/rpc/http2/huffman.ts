/**
 * Reads the Huffman code of HPACK (RFC 7541, section 5.2).
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { HUFFMAN_LENGTHS } from "./hpack_tables.ts";

const LONGEST = 30;

/** The code by length: the first code, where its symbols start in `symbols`, and how many. */
interface CanonicalCode {
  first: Int32Array;
  start: Int32Array;
  count: Int32Array;
  symbols: Uint8Array;
}

function build(): CanonicalCode {
  const first = new Int32Array(LONGEST + 1);
  const start = new Int32Array(LONGEST + 1);
  const count = new Int32Array(LONGEST + 1);
  const symbols = new Uint8Array(HUFFMAN_LENGTHS.length);
  let code = 0;
  let filled = 0;
  for (let length = 1; length <= LONGEST; length++) {
    code <<= 1;
    first[length] = code;
    start[length] = filled;
    HUFFMAN_LENGTHS.forEach((bits, symbol) => {
      if (bits === length) symbols[filled++] = symbol;
    });
    count[length] = filled - (start[length] ?? 0);
    code += count[length] ?? 0;
  }
  return { first, start, count, symbols };
}

const CODE = build();

/**
 * The text behind Huffman-coded bytes, one character for each byte.
 *
 * @throws {Http2Error} when the padding is wrong or the end-of-string symbol occurs.
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
      } else if (length >= LONGEST) {
        throw new Http2Error(ErrorCode.compressionError, "header text is not valid Huffman code");
      }
    }
  }
  if (length > 7 || code !== (1 << length) - 1) {
    throw new Http2Error(ErrorCode.compressionError, "header text ends in wrong padding");
  }
  return text;
}
