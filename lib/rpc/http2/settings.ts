/**
 * SETTINGS frames (RFC 9113, section 6.5).
 *
 * @module
 */
import { uint32 } from "./bytes.ts";
import { ErrorCode, Http2Error, protocolError } from "./errors.ts";
import { DEFAULT_FRAME_SIZE, DEFAULT_WINDOW, MAX_WINDOW, Setting } from "./frame_types.ts";

/** A setting's identifier and value. */
export type SettingPair = readonly [id: number, value: number];

const MAX_FRAME_SIZE = 2 ** 24 - 1;
const PAIR_LENGTH = 6;
/** Default of SETTINGS_HEADER_TABLE_SIZE, bytes. */
const DEFAULT_TABLE_SIZE = 4096;

/** Encodes the payload of a SETTINGS frame. */
export function encodeSettings(settings: readonly SettingPair[]): Uint8Array {
  const payload = new Uint8Array(settings.length * PAIR_LENGTH);
  const view = new DataView(payload.buffer);
  settings.forEach(([id, value], index) => {
    view.setUint16(index * PAIR_LENGTH, id);
    view.setUint32(index * PAIR_LENGTH + 2, value);
  });
  return payload;
}

/** The settings of the peer, which limit this side. Sizes in bytes. */
export class PeerSettings {
  readonly #isServer: boolean;
  /** Initial send window of a stream. */
  initialWindow = DEFAULT_WINDOW;
  maxFrameSize = DEFAULT_FRAME_SIZE;
  maxConcurrentStreams = Infinity;
  /** Whether the peer's header table was ever smaller than the default. */
  hasReducedTable = false;

  /** @param peer role of the peer: a server must not enable push. */
  constructor(peer: "client" | "server") {
    this.#isServer = peer === "server";
  }

  /**
   * Applies the payload of a SETTINGS frame.
   *
   * @throws {Http2Error} when a value is out of range.
   */
  apply(payload: Uint8Array): void {
    for (let at = 0; at < payload.length; at += PAIR_LENGTH) {
      const id = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0);
      this.#set(id, uint32(payload, at + 2));
    }
  }

  #set(id: number, value: number): void {
    switch (id) {
      case Setting.headerTableSize:
        this.hasReducedTable ||= value < DEFAULT_TABLE_SIZE;
        break;
      case Setting.enablePush:
        if (value > (this.#isServer ? 0 : 1)) {
          throw protocolError(`invalid SETTINGS_ENABLE_PUSH ${value}`);
        }
        break;
      case Setting.maxConcurrentStreams:
        this.maxConcurrentStreams = value;
        break;
      case Setting.initialWindowSize:
        if (value > MAX_WINDOW) {
          const text = `invalid SETTINGS_INITIAL_WINDOW_SIZE ${value}`;
          throw new Http2Error(ErrorCode.flowControlError, text);
        }
        this.initialWindow = value;
        break;
      case Setting.maxFrameSize:
        if (value < DEFAULT_FRAME_SIZE || value > MAX_FRAME_SIZE) {
          throw protocolError(`invalid SETTINGS_MAX_FRAME_SIZE ${value}`);
        }
        this.maxFrameSize = value;
        break;
      default: // unknown settings are ignored (RFC 9113, section 6.5.2)
    }
  }
}
