/**
 * Unsigned 32-bit integers, big-endian, and byte arrays.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";

/**
 * Reads an unsigned 32-bit integer.
 *
 * @throws {Http2Error} when the payload ends before.
 */
export function uint32(bytes: Uint8Array, offset: number): number {
  const [a, b, c, d] = bytes.subarray(offset, offset + 4);
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    throw new Http2Error(ErrorCode.frameSizeError, "frame is too short");
  }
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/** Encodes an unsigned 32-bit integer. */
export function bytes32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** Concatenates byte arrays. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
