/**
 * CRC-32C (Castagnoli), incremental.
 *
 * @module
 */

/** The polynomial, reflected. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value >>> 0;
});

/** Continues a checksum with further bytes; `previous` is 0 at the start. */
export function crc32c(previous: number, bytes: Uint8Array): number {
  let crc = ~previous;
  for (let index = 0; index < bytes.length; index++) {
    crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[index]!) & 0xff]!;
  }
  return ~crc >>> 0;
}
