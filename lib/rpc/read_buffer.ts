/**
 * A reused read buffer. Sockets otherwise allocate a buffer per read, and tens of megabytes of unused
 * ones accumulate before the runtime collects them.
 *
 * @module
 */

/** Bytes of one read: several TLS records. */
const SIZE = 256 * 1024;

/** The `onread` option of a socket. */
export class ReadBuffer {
  readonly buffer: Uint8Array<ArrayBuffer> = new Uint8Array(SIZE);
  #early: Uint8Array[] = [];
  #receive: ((chunk: Uint8Array) => void) | undefined;

  /** Called by the socket with the number of bytes read; returns true to read on. */
  readonly callback = (length: number): boolean => {
    const chunk = this.buffer.subarray(0, length);
    if (this.#receive === undefined) this.#early.push(chunk.slice());
    else this.#receive(chunk);
    return true;
  };

  /** Frees the memory: the runtime retains the buffers of closed sockets. */
  release(): void {
    this.buffer.buffer.transfer(0);
  }

  /** Passes on what is read, from the first byte on; a chunk is valid during the call only. */
  forward(receive: (chunk: Uint8Array) => void): void {
    this.#receive = receive;
    const early = this.#early;
    this.#early = [];
    for (const chunk of early) receive(chunk);
  }
}
