/**
 * Constants of HTTP/2 frames (RFC 9113, sections 6 and 11).
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

/** Length of a frame header, bytes. */
export const FRAME_HEADER_LENGTH = 9;
/** Length of the priority in PRIORITY and HEADERS frames, bytes. */
export const PRIORITY_LENGTH = 5;
/** Default of SETTINGS_MAX_FRAME_SIZE, and its minimum, bytes. */
export const DEFAULT_FRAME_SIZE = 16_384;
/** Default of SETTINGS_INITIAL_WINDOW_SIZE, and the initial window of a connection, bytes. */
export const DEFAULT_WINDOW = 65_535;
/** Largest flow-control window, bytes. */
export const MAX_WINDOW = 2 ** 31 - 1;
export const MAX_STREAM_ID = 2 ** 31 - 1;
