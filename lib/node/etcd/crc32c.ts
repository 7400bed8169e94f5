/**
 * CRC-32C (Castagnoli), byte by byte and continued over several pieces.
 *
 * @module
 */

/** The polynomial, bits reversed. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value >>> 0;
});

/** The checksum of what came before (0 for nothing) followed by `bytes`. */
export function crc32c(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index++) {
    crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[index]!) & 0xff]!;
  }
  return ~crc >>> 0;
}
