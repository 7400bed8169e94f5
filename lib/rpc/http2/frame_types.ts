/**
 * Numbers of HTTP/2's frames (RFC 9113, sections 6 and 11).
 *
 * @module
 */

export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const Flag = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 };

export const Setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/** Bytes of a frame header. */
export const FRAME_HEADER = 9;
/** The frame size every peer accepts, and the flow-control window it starts with. */
export const DEFAULT_FRAME_SIZE = 16_384;
export const DEFAULT_WINDOW = 65_535;
/** The largest flow-control window. */
export const LARGEST_WINDOW = 2 ** 31 - 1;
