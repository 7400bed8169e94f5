/**
 * Connection prefaces (RFC 9113, section 3.4): a fixed text and SETTINGS from the client, SETTINGS
 * from the server.
 *
 * @module
 */
import { bytes32 } from "./bytes.ts";
import type { ConnectionOptions } from "./connection_options.ts";
import { PrefaceError } from "./errors.ts";
import { DEFAULT_WINDOW, FrameType, Setting } from "./frame_types.ts";
import type { FrameWriter } from "./frame_writer.ts";
import { encodeSettings } from "./settings.ts";

/** The text before a client's first frame. */
export const CLIENT_PREFACE: Uint8Array = new TextEncoder().encode(
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
);

/** Sends the preface of this side, and a WINDOW_UPDATE that sets the connection's window. */
export function sendPreface(writer: FrameWriter, options: ConnectionOptions): void {
  const isClient = options.role === "client";
  if (isClient) writer.write(CLIENT_PREFACE);
  const settings = encodeSettings([
    [Setting.initialWindowSize, options.streamWindow],
    [Setting.maxFrameSize, options.frameSize],
    [Setting.maxHeaderListSize, options.headerLimit],
    isClient ? [Setting.enablePush, 0] : [Setting.maxConcurrentStreams, options.maxStreams],
  ]);
  writer.writeFrame(FrameType.settings, 0, 0, settings);
  const increment = options.connectionWindow - DEFAULT_WINDOW;
  if (increment > 0) writer.writeFrame(FrameType.windowUpdate, 0, 0, bytes32(increment));
  writer.flush();
}

/** Checks the preface of a client. */
export class ClientPrefaceReader {
  #read = 0;

  /**
   * Returns the bytes of the chunk after the preface.
   *
   * @throws {PrefaceError} when the preface differs.
   */
  read(chunk: Uint8Array): Uint8Array {
    const length = Math.min(CLIENT_PREFACE.length - this.#read, chunk.length);
    for (let index = 0; index < length; index++) {
      if (chunk[index] !== CLIENT_PREFACE[this.#read + index]) throw new PrefaceError();
    }
    this.#read += length;
    return chunk.subarray(length);
  }
}

/** Offset of the type in a frame header. */
const TYPE_OFFSET = 3;
const MAX_TYPE = Math.max(...Object.values(FrameType));

/**
 * Checks the start of a server's first frame. Where TLS negotiated no protocol, the server may speak
 * another one, whose text would read as a frame of several megabytes.
 */
export class ServerPrefaceReader {
  #read = 0;

  /**
   * Returns the chunk unchanged.
   *
   * @throws {PrefaceError} when the bytes are not the start of an HTTP/2 frame.
   */
  read(chunk: Uint8Array): Uint8Array {
    const type = chunk[TYPE_OFFSET - this.#read];
    if (this.#read <= TYPE_OFFSET && type !== undefined && type > MAX_TYPE) {
      throw new PrefaceError();
    }
    this.#read += chunk.length;
    return chunk;
  }
}
