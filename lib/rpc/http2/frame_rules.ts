/**
 * What a frame's header alone must fulfil (RFC 9113, sections 4.2 and 6): which frames belong to a
 * stream and which to the connection, and how long they are.
 *
 * @module
 */
import { breach, ErrorCode, Http2Error } from "./errors.ts";
import { Flag, FrameType } from "./frame_types.ts";

/** Frames of known length, bytes. A wrong one of a stream may end the connection too. */
const LENGTHS = new Map<number, number>([
  [FrameType.priority, 5],
  [FrameType.rstStream, 4],
  [FrameType.ping, 8],
  [FrameType.windowUpdate, 4],
]);

/** What GOAWAY has at least, and what one setting takes, bytes. */
const GOAWAY_LENGTH = 8;
const SETTING_LENGTH = 6;
/** What stands before a header block that carries a priority, bytes. */
const PRIORITY_LENGTH = 5;

const OF_STREAMS = new Set<number>([
  FrameType.data,
  FrameType.headers,
  FrameType.priority,
  FrameType.rstStream,
  FrameType.pushPromise,
  FrameType.continuation,
]);
const OF_CONNECTION = new Set<number>([FrameType.settings, FrameType.ping, FrameType.goaway]);

/**
 * Checks a frame before its payload has come.
 *
 * @throws {Http2Error} when it breaks the rules: the connection is at an end.
 */
export function checkFrame(type: number, flags: number, stream: number, length: number): void {
  if (stream === 0) {
    if (OF_STREAMS.has(type)) throw breach(`frame of type ${type} belongs to no stream`);
  } else if (OF_CONNECTION.has(type)) {
    throw breach(`frame of type ${type} belongs to stream ${stream}`);
  }
  if (!fits(type, flags, length)) {
    const text = `frame of type ${type} has a wrong size of ${length} bytes`;
    throw new Http2Error(ErrorCode.frameSizeError, text);
  }
}

function fits(type: number, flags: number, length: number): boolean {
  const padding = (flags & Flag.padded) !== 0 ? 1 : 0;
  switch (type) {
    case FrameType.data:
      return length >= padding;
    case FrameType.headers:
      return length >= padding + ((flags & Flag.priority) !== 0 ? PRIORITY_LENGTH : 0);
    case FrameType.settings:
      return (flags & Flag.ack) !== 0 ? length === 0 : length % SETTING_LENGTH === 0;
    case FrameType.goaway:
      return length >= GOAWAY_LENGTH;
    default:
      return length === (LENGTHS.get(type) ?? length);
  }
}
