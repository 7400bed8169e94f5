/**
 * Reads a socket into one buffer over and over. Sockets otherwise make a new buffer for every read,
 * and the runtime lets tens of megabytes of dead ones pile up before it frees them.
 *
 * @module
 */

/** Bytes read at once: what fits into several TLS records. */
const SIZE = 256 * 1024;

/** What a socket reads into; to be given to it as its `onread` option. */
export class Intake {
  readonly buffer: Uint8Array = new Uint8Array(SIZE);
  #early: Uint8Array[] = [];
  #receive: ((chunk: Uint8Array) => void) | undefined;

  /** For the socket: so many bytes are in the buffer. Says that more are welcome. */
  readonly callback = (length: number): boolean => {
    const chunk = this.buffer.subarray(0, length);
    if (this.#receive === undefined) this.#early.push(chunk.slice());
    else this.#receive(chunk);
    return true;
  };

  /** Hands on what was read, from the first byte on; each chunk is gone after the call. */
  forward(receive: (chunk: Uint8Array) => void): void {
    this.#receive = receive;
    const early = this.#early;
    this.#early = [];
    for (const chunk of early) receive(chunk);
  }
}
