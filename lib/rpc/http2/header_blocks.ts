/**
 * Header blocks, which may be spread over several frames (RFC 9113, section 4.3).
 *
 * @module
 */
import { concat, uint32 } from "./bytes.ts";
import { breach, ErrorCode, Http2Error } from "./errors.ts";
import { Flag, FrameType } from "./frame_types.ts";
import { LARGEST_ID } from "./goaway.ts";
import { HeaderDecoder, type HeaderField } from "./hpack.ts";

/** A complete list of header fields. */
export interface HeaderBlock {
  stream: number;
  endStream: boolean;
  /** Undefined when the list is too large; only its stream has to end. */
  fields: HeaderField[] | undefined;
}

/** What an empty part costs: a peer may not send them without end. */
const PART_OVERHEAD = 32;

/**
 * Largest block that is decoded, in limits of a list: later blocks depend on each block's changes to
 * the table. A larger one ends the connection.
 */
const LARGEST_BLOCK = 8;

/** Puts the header blocks of one connection together and decodes them. */
export class HeaderBlocks {
  readonly #decoder = new HeaderDecoder();
  readonly #limit: number;
  #open: { stream: number; endStream: boolean; parts: Uint8Array[]; size: number } | undefined;

  /** @param limit largest list accepted, bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Takes a HEADERS or CONTINUATION frame; gives the block once it is complete.
   *
   * @throws {Http2Error} when the frame is out of order, malformed, or too much.
   */
  take(
    type: number,
    flags: number,
    stream: number,
    payload: Uint8Array,
  ): HeaderBlock | undefined {
    let part = payload;
    if (type === FrameType.headers) {
      this.expectNone();
      part = fragment(flags, stream, payload);
      const endStream = (flags & Flag.endStream) !== 0;
      this.#open = { stream, endStream, parts: [], size: 0 };
    }
    const open = this.#open;
    if (open === undefined || open.stream !== stream) throw breach("unexpected continuation");
    open.size += part.length + PART_OVERHEAD;
    if (open.size > LARGEST_BLOCK * this.#limit) {
      throw new Http2Error(ErrorCode.enhanceYourCalm, "headers are too large");
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

  /** @throws {Http2Error} when a block is not complete: nothing may come between its frames. */
  expectNone(): void {
    if (this.#open !== undefined) throw breach("a header block was interrupted");
  }
}

/** The part of a HEADERS frame that belongs to the block. */
function fragment(flags: number, stream: number, payload: Uint8Array): Uint8Array {
  let start = 0;
  let end = payload.length;
  if (flags & Flag.padded) end -= payload[start++] ?? 0;
  if (flags & Flag.priority) {
    checkPriority(stream, payload.subarray(start));
    start += 5;
  }
  if (start > end) throw breach("padding exceeds the frame");
  return payload.subarray(start, end);
}

/**
 * Checks a priority, which means nothing else any more.
 *
 * @throws {Http2Error} when a stream depends on itself (RFC 7540, section 5.3.1).
 */
export function checkPriority(stream: number, priority: Uint8Array): void {
  if ((uint32(priority, 0) & LARGEST_ID) === stream) {
    throw breach(`stream ${stream} depends on itself`);
  }
}
