/**
 * What a client says before its first frame (RFC 9113, section 3.4).
 *
 * @module
 */
import { breach } from "./errors.ts";

/** What a client says first. */
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
      if (chunk[index] !== PREFACE[this.#read + index]) throw breach("peer does not speak HTTP/2");
    }
    this.#read += taken;
    return chunk.subarray(taken);
  }
}
