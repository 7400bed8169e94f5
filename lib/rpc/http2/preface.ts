/**
 * Connection prefaces of both sides (RFC 9113, section 3.4): a fixed text from the client, a
 * SETTINGS frame from the server.
 *
 * @module
 */
import { PrefaceError } from "./errors.ts";
import { FrameType } from "./frame_types.ts";

/** The text before a client's first frame. */
export const PREFACE: Uint8Array = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Checks the preface on a server. */
export class PrefaceReader {
  #read = 0;

  /**
   * What of the chunk comes behind the preface.
   *
   * @throws {Http2Error} when the client says something else.
   */
  take(chunk: Uint8Array): Uint8Array {
    const taken = Math.min(PREFACE.length - this.#read, chunk.length);
    for (let index = 0; index < taken; index++) {
      if (chunk[index] !== PREFACE[this.#read + index]) throw new PrefaceError();
    }
    this.#read += taken;
    return chunk.subarray(taken);
  }
}

/** Position of the type in a frame header. */
const TYPE = 3;
const LARGEST_TYPE = Math.max(...Object.values(FrameType));

/**
 * Checks the start of a server's first frame on a client. Where TLS negotiated no protocol, the
 * server may speak another one, and its text would read as a frame of absurd size.
 */
export class ServerPrefaceReader {
  #read = 0;

  /**
   * Returns the chunk unchanged.
   *
   * @throws {PrefaceError} when the bytes are not the start of an HTTP/2 frame.
   */
  take(chunk: Uint8Array): Uint8Array {
    const type = chunk[TYPE - this.#read];
    if (this.#read <= TYPE && type !== undefined && type > LARGEST_TYPE) throw new PrefaceError();
    this.#read += chunk.length;
    return chunk;
  }
}
