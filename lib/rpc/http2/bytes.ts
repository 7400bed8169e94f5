/**
 * Numbers and pieces of frames, big-endian.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";

/**
 * The unsigned number of four bytes at a position.
 *
 * @throws {Http2Error} when the frame ends before.
 */
export function uint32(bytes: Uint8Array, at: number): number {
  const [a, b, c, d] = bytes.subarray(at, at + 4);
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    throw new Http2Error(ErrorCode.frameSizeError, "frame is too short");
  }
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/** Four bytes for an unsigned number. */
export function bytes32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** All parts, one after the other. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
