/**
 * The payload of SETTINGS frames (RFC 9113, section 6.5).
 *
 * @module
 */
import { uint32 } from "./bytes.ts";
import { breach, ErrorCode, Http2Error } from "./errors.ts";
import { DEFAULT_FRAME_SIZE, LARGEST_WINDOW, Setting } from "./frames.ts";

/** A setting's identifier and value. */
export type SettingPair = readonly [key: number, value: number];

const LARGEST_FRAME = 2 ** 24 - 1;
const PAIR_LENGTH = 6;

/** The payload that announces the settings. */
export function encodeSettings(settings: readonly SettingPair[]): Uint8Array {
  const payload = new Uint8Array(settings.length * PAIR_LENGTH);
  const view = new DataView(payload.buffer);
  settings.forEach(([key, value], index) => {
    view.setUint16(index * PAIR_LENGTH, key);
    view.setUint32(index * PAIR_LENGTH + 2, value);
  });
  return payload;
}

/**
 * The settings a peer announces.
 *
 * @throws {Http2Error} when the payload or a value is not allowed.
 */
export function decodeSettings(payload: Uint8Array): SettingPair[] {
  if (payload.length % PAIR_LENGTH !== 0) {
    throw new Http2Error(ErrorCode.frameSizeError, "settings frame has a wrong size");
  }
  const pairs: SettingPair[] = [];
  for (let at = 0; at < payload.length; at += PAIR_LENGTH) {
    const key = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0);
    const value = uint32(payload, at + 2);
    if (key === Setting.initialWindowSize && value > LARGEST_WINDOW) {
      throw new Http2Error(ErrorCode.flowControlError, `initial window ${value} is too large`);
    }
    if (key === Setting.maxFrameSize && (value < DEFAULT_FRAME_SIZE || value > LARGEST_FRAME)) {
      throw breach(`frame size ${value} is not allowed`);
    }
    pairs.push([key, value]);
  }
  return pairs;
}
