/**
 * Header blocks of tar archives: POSIX ustar and GNU.
 *
 * @module
 */
import { ArchiveError } from "./archive_error.ts";

/** Size of a block, bytes. */
export const BLOCK = 512;

/** A header block. */
export interface HeaderBlock {
  readonly name: string;
  readonly mode: number;
  /** Bytes of data after the header, without padding. */
  readonly size: number;
  /** One character. */
  readonly typeFlag: string;
  readonly linkName: string;
  /** Whether the block has the fields of GNU tar instead of a prefix. */
  readonly isGnu: boolean;
}

/**
 * Parses a header block.
 *
 * @throws {ArchiveError} for a wrong checksum or an invalid number.
 */
export function parseHeaderBlock(block: Uint8Array): HeaderBlock {
  if (!hasValidChecksum(block)) throw new ArchiveError("invalid header checksum");
  const magic = latin1(block.subarray(257, 265));
  const name = parseText(block.subarray(0, 100));
  const prefix = magic.startsWith("ustar\0") ? parseText(block.subarray(345, 500)) : "";
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    mode: parseNumber(block.subarray(100, 108), "mode"),
    size: parseNumber(block.subarray(124, 136), "size"),
    typeFlag: latin1(block.subarray(156, 157)),
    linkName: parseText(block.subarray(157, 257)),
    isGnu: magic === "ustar  \0",
  };
}

export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Decodes text up to the first NUL. */
export function parseText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

/**
 * Parses a number: octal digits between spaces and NULs, or big-endian with the first bit set.
 *
 * @throws {ArchiveError} for a negative number, one above 2^53 - 1, or other characters.
 */
export function parseNumber(field: Uint8Array, what: string): number {
  if ((field[0]! & 0x80) !== 0) return parseBinary(field, what);
  const text = latin1(field).replace(/\0[^]*$/, "").trim();
  if (!/^[0-7]*$/.test(text)) throw invalid(what, text);
  return text === "" ? 0 : parseInt(text, 8);
}

function parseBinary(field: Uint8Array, what: string): number {
  // The bit after the mark is the sign.
  if ((field[0]! & 0x40) !== 0) throw new ArchiveError(`negative ${what}`);
  const value = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, field[0]! & 0x3f);
  if (!Number.isSafeInteger(value)) throw new ArchiveError(`${what} is too large`);
  return value;
}

/**
 * Parses a decimal number of an extended header.
 *
 * @throws {ArchiveError} for a negative number, one above 2^53 - 1, or other characters.
 */
export function parseDecimal(text: string, what: string): number {
  if (!/^[0-9]+$/.test(text)) throw invalid(what, text);
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new ArchiveError(`${what} is too large`);
  return value;
}

function invalid(what: string, text: string): ArchiveError {
  return new ArchiveError(`invalid ${what} ${JSON.stringify(text.slice(0, 40))}`);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Reports whether the sum of all bytes is right. Old implementations add signed bytes. */
function hasValidChecksum(block: Uint8Array): boolean {
  const stored = parseNumber(block.subarray(148, 156), "checksum");
  let unsigned = 0;
  let signed = 0;
  for (const [index, byte] of block.entries()) {
    // The field itself counts as spaces.
    const value = index >= 148 && index < 156 ? 0x20 : byte;
    unsigned += value;
    signed += value > 127 ? value - 256 : value;
  }
  return stored === unsigned || stored === signed;
}
