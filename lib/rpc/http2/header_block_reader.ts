/**
 * Reads header blocks, which may span several frames (RFC 9113, section 4.3).
 *
 * @module
 */
import { concat, uint32 } from "./bytes.ts";
import { ErrorCode, Http2Error, protocolError } from "./errors.ts";
import { Flag, FrameType, MAX_STREAM_ID, PRIORITY_LENGTH } from "./frame_types.ts";
import { HeaderDecoder, type HeaderField } from "./hpack.ts";

/** A decoded header block. */
export interface HeaderBlock {
  stream: number;
  endStream: boolean;
  /** Undefined when the list exceeds the limit; only its stream has to be reset. */
  fields: HeaderField[] | undefined;
}

/** Counted per frame, bytes: bounds the number of empty CONTINUATION frames (CVE-2024-27316). */
const FRAGMENT_OVERHEAD = 32;

/**
 * Largest block decoded, as a multiple of the limit of a list: later blocks depend on each block's
 * changes to the dynamic table. A larger one is a connection error.
 */
const MAX_BLOCK_FACTOR = 8;

/** Assembles and decodes the header blocks of one connection. */
export class HeaderBlockReader {
  readonly #decoder = new HeaderDecoder();
  readonly #limit: number;
  #open: { stream: number; endStream: boolean; parts: Uint8Array[]; size: number } | undefined;

  /** @param limit largest header list accepted, bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Reads a HEADERS or CONTINUATION frame; returns the block when it is complete.
   *
   * @throws {Http2Error} when the frame is out of order or malformed, or the block too large.
   */
  read(
    type: number,
    flags: number,
    stream: number,
    payload: Uint8Array,
  ): HeaderBlock | undefined {
    let part = payload;
    if (type === FrameType.headers) {
      this.expectComplete();
      part = extractFragment(flags, stream, payload);
      const endStream = (flags & Flag.endStream) !== 0;
      this.#open = { stream, endStream, parts: [], size: 0 };
    }
    const open = this.#open;
    if (open === undefined || open.stream !== stream) {
      throw protocolError("CONTINUATION without HEADERS");
    }
    open.size += part.length + FRAGMENT_OVERHEAD;
    if (open.size > MAX_BLOCK_FACTOR * this.#limit) {
      throw new Http2Error(ErrorCode.enhanceYourCalm, "header block too large");
    }
    if ((flags & Flag.endHeaders) === 0) {
      open.parts.push(part.slice());
      return undefined;
    }
    this.#open = undefined;
    const block = open.parts.length === 0 ? part : concat([...open.parts, part]);
    const fields = this.#decoder.decode(block, this.#limit);
    return { stream, endStream: open.endStream, fields };
  }

  /** @throws {Http2Error} within a block: no other frame may interrupt it. */
  expectComplete(): void {
    if (this.#open !== undefined) throw protocolError("header block interrupted");
  }
}

/** Returns the block fragment of a HEADERS frame, without padding and priority. */
function extractFragment(flags: number, stream: number, payload: Uint8Array): Uint8Array {
  let start = 0;
  let end = payload.length;
  if (flags & Flag.padded) end -= payload[start++] ?? 0;
  if (flags & Flag.priority) {
    checkPriority(stream, payload.subarray(start));
    start += PRIORITY_LENGTH;
  }
  if (start > end) throw protocolError("padding exceeds the frame");
  return payload.subarray(start, end);
}

/**
 * Checks a priority, which is otherwise ignored (RFC 9113, section 5.3).
 *
 * @throws {Http2Error} when a stream depends on itself (RFC 7540, section 5.3.1).
 */
export function checkPriority(stream: number, priority: Uint8Array): void {
  if ((uint32(priority, 0) & MAX_STREAM_ID) === stream) {
    throw protocolError(`stream ${stream} depends on itself`);
  }
}
