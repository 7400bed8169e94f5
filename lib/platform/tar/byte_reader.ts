/**
 * Reads exact numbers of bytes from chunks.
 *
 * @module
 */

/** A reader of a byte source. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the next 1 to `max` bytes without copying them; none at the end of the source. */
  async readSome(max: number): Promise<Uint8Array> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return new Uint8Array();
      this.#chunk = value;
    }
    const bytes = this.#chunk.subarray(0, max);
    this.#chunk = this.#chunk.subarray(bytes.length);
    return bytes;
  }

  /** Returns the next `length` bytes; fewer at the end of the source. */
  async read(length: number): Promise<Uint8Array> {
    const first = await this.readSome(length);
    if (first.length === length || first.length === 0) return first;
    const bytes = new Uint8Array(length);
    bytes.set(first);
    let filled = first.length;
    while (filled < length) {
      const more = await this.readSome(length - filled);
      if (more.length === 0) return bytes.subarray(0, filled);
      bytes.set(more, filled);
      filled += more.length;
    }
    return bytes;
  }

  /** Discards `length` bytes; returns how many there were before the end of the source. */
  async skip(length: number): Promise<number> {
    let skipped = 0;
    while (skipped < length) {
      const { length: count } = await this.readSome(length - skipped);
      if (count === 0) break;
      skipped += count;
    }
    return skipped;
  }

  /** Ends the source. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
