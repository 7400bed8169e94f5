/**
 * Cuts the byte stream of a connection into frames (RFC 9113, section 4).
 *
 * @module
 */
import { breach, ErrorCode, Http2Error } from "./errors.ts";
import { checkFrame } from "./frame_rules.ts";
import { Flag, FRAME_HEADER, FrameType } from "./frame_types.ts";

/** What becomes of the frames read. */
export interface FrameSink {
  /** A DATA frame starts; `length` bytes, padding included, count against the windows. */
  dataStart(stream: number, length: number): void;
  /** Some of the payload of a DATA frame. Whoever keeps the bytes copies them. */
  data(stream: number, piece: Uint8Array): void;
  /** The DATA frame is complete. */
  dataEnd(stream: number, endStream: boolean): void;
  /** Any other frame, whole. Whoever keeps the payload copies it. */
  frame(type: number, flags: number, stream: number, payload: Uint8Array): void;
}

/** Cuts bytes into frames. DATA payloads are handed on as they come, without being copied. */
export class FrameReader {
  readonly #sink: FrameSink;
  readonly #maxFrameSize: number;
  readonly #header = new Uint8Array(FRAME_HEADER);
  #headerFilled = 0;
  #type = -1;
  #flags = 0;
  #stream = 0;
  /** Payload bytes still to come, padding apart. */
  #left = 0;
  #padding = 0;
  #padLengthPending = false;
  #stopped = false;
  /** The payload of an unfinished frame that is not DATA. */
  #payload: Uint8Array | undefined;

  constructor(sink: FrameSink, maxFrameSize: number) {
    this.#sink = sink;
    this.#maxFrameSize = maxFrameSize;
  }

  /** Reads nothing more, not even the rest of the chunk at hand. */
  stop(): void {
    this.#stopped = true;
  }

  /** @throws {Http2Error} on a frame that breaks the rules. */
  push(chunk: Uint8Array): void {
    let position = 0;
    while (position < chunk.length && !this.#stopped) {
      if (this.#headerFilled < FRAME_HEADER) {
        const taken = Math.min(FRAME_HEADER - this.#headerFilled, chunk.length - position);
        for (let index = 0; index < taken; index++) {
          this.#header[this.#headerFilled++] = chunk[position++] ?? 0;
        }
        if (this.#headerFilled === FRAME_HEADER) this.#begin();
      } else if (this.#type === FrameType.data) {
        position = this.#data(chunk, position);
      } else {
        position = this.#other(chunk, position);
      }
    }
  }

  #begin(): void {
    const [a = 0, b = 0, c = 0, type = 0, flags = 0, s0 = 0, s1 = 0, s2 = 0, s3 = 0] = this.#header;
    const length = (a << 16) | (b << 8) | c;
    if (length > this.#maxFrameSize) {
      throw new Http2Error(ErrorCode.frameSizeError, `frame of ${length} bytes is too large`);
    }
    const stream = ((s0 & 0x7f) << 24) | (s1 << 16) | (s2 << 8) | s3;
    checkFrame(type, flags, stream, length);
    this.#type = type;
    this.#flags = flags;
    this.#stream = stream;
    this.#left = length;
    this.#padding = 0;
    if (type === FrameType.data) {
      this.#padLengthPending = (flags & Flag.padded) !== 0;
      this.#sink.dataStart(this.#stream, length);
      if (length === 0) this.#finishData();
    } else if (length === 0) {
      this.#finish(new Uint8Array());
    } else {
      this.#payload = undefined;
    }
  }

  #data(chunk: Uint8Array, start: number): number {
    let position = start;
    if (this.#padLengthPending) {
      this.#padLengthPending = false;
      this.#padding = chunk[position++] ?? 0;
      this.#left -= 1 + this.#padding;
      if (this.#left < 0) throw breach("padding exceeds the frame");
    } else if (this.#left > 0) {
      const taken = Math.min(this.#left, chunk.length - position);
      this.#left -= taken;
      this.#sink.data(this.#stream, chunk.subarray(position, position + taken));
      position += taken;
    } else {
      const taken = Math.min(this.#padding, chunk.length - position);
      this.#padding -= taken;
      position += taken;
    }
    if (this.#left === 0 && this.#padding === 0) this.#finishData();
    return position;
  }

  #finishData(): void {
    this.#headerFilled = 0;
    this.#sink.dataEnd(this.#stream, (this.#flags & Flag.endStream) !== 0);
  }

  #other(chunk: Uint8Array, position: number): number {
    const taken = Math.min(this.#left, chunk.length - position);
    const piece = chunk.subarray(position, position + taken);
    if (this.#payload === undefined && taken === this.#left) {
      this.#finish(piece);
    } else {
      const length = (this.#header[0] ?? 0) << 16 | (this.#header[1] ?? 0) << 8 |
        (this.#header[2] ?? 0);
      this.#payload ??= new Uint8Array(length);
      this.#payload.set(piece, length - this.#left);
      this.#left -= taken;
      if (this.#left === 0) this.#finish(this.#payload);
    }
    return position + taken;
  }

  #finish(payload: Uint8Array): void {
    this.#headerFilled = 0;
    this.#payload = undefined;
    this.#sink.frame(this.#type, this.#flags, this.#stream, payload);
  }
}
