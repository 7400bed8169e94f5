/**
 * Reads frames from the byte stream of a connection (RFC 9113, section 4), and validates their
 * headers: stream identifier and length by type (sections 4.2 and 6).
 *
 * @module
 */
import { ErrorCode, Http2Error, protocolError } from "./errors.ts";
import { Flag, FRAME_HEADER_LENGTH, FrameType, PRIORITY_LENGTH } from "./frame_types.ts";
import type { Turn } from "./read_pacer.ts";

/** Receives frames. Byte arrays are valid during the call only. */
export interface FrameSink {
  /** A DATA frame starts; its `length`, padding included, counts against the windows. */
  dataStart(stream: number, length: number): void;
  /** A part of the data, without padding. */
  data(stream: number, piece: Uint8Array): void;
  /** The DATA frame is complete. */
  dataEnd(stream: number, endStream: boolean): void;
  /** Any other frame, complete. */
  frame(type: number, flags: number, stream: number, payload: Uint8Array): void;
}

/** Reads frames. DATA payloads are passed on in parts, as they arrive, without a copy. */
export class FrameReader {
  readonly #sink: FrameSink;
  readonly #maxFrameSize: number;
  readonly #header = new Uint8Array(FRAME_HEADER_LENGTH);
  #headerFilled = 0;
  #type = -1;
  #flags = 0;
  #stream = 0;
  /** Payload bytes not yet received, without padding. */
  #left = 0;
  #padding = 0;
  #isPadLengthPending = false;
  #isStopped = false;
  /** The payload of an incomplete frame other than DATA. */
  #payload: Uint8Array | undefined;

  constructor(sink: FrameSink, maxFrameSize: number) {
    this.#sink = sink;
    this.#maxFrameSize = maxFrameSize;
  }

  /** Stops reading, within the current chunk too. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Reads a chunk, or the frames of it that `turn` has left. Returns the number of bytes read.
   *
   * @throws {Http2Error} on a connection error.
   */
  push(chunk: Uint8Array, turn: Turn = { frames: Infinity }): number {
    let position = 0;
    while (position < chunk.length && !this.#isStopped) {
      if (this.#headerFilled < FRAME_HEADER_LENGTH) {
        if (this.#headerFilled === 0 && turn.frames-- <= 0) return position;
        const taken = Math.min(FRAME_HEADER_LENGTH - this.#headerFilled, chunk.length - position);
        for (let index = 0; index < taken; index++) {
          this.#header[this.#headerFilled++] = chunk[position++] ?? 0;
        }
        if (this.#headerFilled === FRAME_HEADER_LENGTH) this.#readHeader();
      } else if (this.#type === FrameType.data) {
        position = this.#readData(chunk, position);
      } else {
        position = this.#readPayload(chunk, position);
      }
    }
    return chunk.length;
  }

  #readHeader(): void {
    const [a = 0, b = 0, c = 0, type = 0, flags = 0, s0 = 0, s1 = 0, s2 = 0, s3 = 0] = this.#header;
    const length = (a << 16) | (b << 8) | c;
    if (length > this.#maxFrameSize) {
      throw new Http2Error(
        ErrorCode.frameSizeError,
        `frame of ${length} bytes exceeds SETTINGS_MAX_FRAME_SIZE`,
      );
    }
    const stream = ((s0 & 0x7f) << 24) | (s1 << 16) | (s2 << 8) | s3;
    validateHeader(type, flags, stream, length);
    this.#type = type;
    this.#flags = flags;
    this.#stream = stream;
    this.#left = length;
    this.#padding = 0;
    if (type === FrameType.data) {
      this.#isPadLengthPending = (flags & Flag.padded) !== 0;
      this.#sink.dataStart(this.#stream, length);
      if (length === 0) this.#finishData();
    } else if (length === 0) {
      this.#finish(new Uint8Array());
    } else {
      this.#payload = undefined;
    }
  }

  #readData(chunk: Uint8Array, start: number): number {
    let position = start;
    if (this.#isPadLengthPending) {
      this.#isPadLengthPending = false;
      this.#padding = chunk[position++] ?? 0;
      this.#left -= 1 + this.#padding;
      if (this.#left < 0) throw protocolError("padding exceeds the frame");
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

  #readPayload(chunk: Uint8Array, position: number): number {
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

/** Frames of fixed length, bytes. A wrong one is a connection error for every type. */
const FIXED_LENGTHS = new Map<number, number>([
  [FrameType.priority, PRIORITY_LENGTH],
  [FrameType.rstStream, 4],
  [FrameType.ping, 8],
  [FrameType.windowUpdate, 4],
]);
/** Smallest GOAWAY, bytes. */
const MIN_GOAWAY_LENGTH = 8;
/** Length of one setting, bytes. */
const SETTING_LENGTH = 6;

const STREAM_FRAMES = new Set<number>([
  FrameType.data,
  FrameType.headers,
  FrameType.priority,
  FrameType.rstStream,
  FrameType.pushPromise,
  FrameType.continuation,
]);
const CONNECTION_FRAMES = new Set<number>([FrameType.settings, FrameType.ping, FrameType.goaway]);

/** @throws {Http2Error} when the stream identifier or the length is invalid for the type. */
function validateHeader(type: number, flags: number, stream: number, length: number): void {
  if (stream === 0) {
    if (STREAM_FRAMES.has(type)) throw protocolError(`frame of type ${type} on stream 0`);
  } else if (CONNECTION_FRAMES.has(type)) {
    throw protocolError(`frame of type ${type} on stream ${stream}, not 0`);
  }
  if (!isValidLength(type, flags, length)) {
    const text = `invalid length ${length} of a frame of type ${type}`;
    throw new Http2Error(ErrorCode.frameSizeError, text);
  }
}

function isValidLength(type: number, flags: number, length: number): boolean {
  const padLength = (flags & Flag.padded) !== 0 ? 1 : 0;
  switch (type) {
    case FrameType.data:
      return length >= padLength;
    case FrameType.headers:
      return length >= padLength + ((flags & Flag.priority) !== 0 ? PRIORITY_LENGTH : 0);
    case FrameType.settings:
      return (flags & Flag.ack) !== 0 ? length === 0 : length % SETTING_LENGTH === 0;
    case FrameType.goaway:
      return length >= MIN_GOAWAY_LENGTH;
    default:
      return length === (FIXED_LENGTHS.get(type) ?? length);
  }
}
