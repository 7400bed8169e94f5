/**
 * SETTINGS frames (RFC 9113, section 6.5).
 *
 * @module
 */
import { uint32 } from "./bytes.ts";
import { breach, ErrorCode, Http2Error } from "./errors.ts";
import { DEFAULT_FRAME_SIZE, DEFAULT_WINDOW, LARGEST_WINDOW, Setting } from "./frame_types.ts";

/** A setting's identifier and value. */
export type SettingPair = readonly [key: number, value: number];

const LARGEST_FRAME = 2 ** 24 - 1;
const PAIR_LENGTH = 6;
/** Size of the header table unless announced otherwise. */
const DEFAULT_TABLE = 4096;

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

/** What the peer asks of this side, as announced so far. Sizes in bytes. */
export class PeerSettings {
  readonly #ofServer: boolean;
  /** What a stream may send at first. */
  window = DEFAULT_WINDOW;
  /** Largest frame the peer takes. */
  frameSize = DEFAULT_FRAME_SIZE;
  /** Streams this side may have open. */
  streams = Infinity;
  /** Whether the peer's header table is smaller than the default. */
  smallTable = false;

  /** @param peer who announces: servers may not ask for pushed streams. */
  constructor(peer: "client" | "server") {
    this.#ofServer = peer === "server";
  }

  /**
   * Takes an announcement.
   *
   * @throws {Http2Error} when the payload or a value is not allowed.
   */
  apply(payload: Uint8Array): void {
    for (let at = 0; at < payload.length; at += PAIR_LENGTH) {
      const key = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0);
      this.#set(key, uint32(payload, at + 2));
    }
  }

  #set(key: number, value: number): void {
    switch (key) {
      case Setting.headerTableSize:
        this.smallTable ||= value < DEFAULT_TABLE;
        break;
      case Setting.enablePush:
        if (value > (this.#ofServer ? 0 : 1)) throw breach(`pushing cannot be set to ${value}`);
        break;
      case Setting.maxConcurrentStreams:
        this.streams = value;
        break;
      case Setting.initialWindowSize:
        if (value > LARGEST_WINDOW) {
          throw new Http2Error(ErrorCode.flowControlError, `initial window ${value} is too large`);
        }
        this.window = value;
        break;
      case Setting.maxFrameSize:
        if (value < DEFAULT_FRAME_SIZE || value > LARGEST_FRAME) {
          throw breach(`frame size ${value} is not allowed`);
        }
        this.frameSize = value;
        break;
      default: // others ask for nothing, or are unknown
    }
  }
}
