/**
 * Memory for received messages, shared by the streams of one connection.
 *
 * @module
 */

/** Limits the bytes that a connection holds for messages no consumer has taken yet. */
export class ReceiveBudget {
  /** The limit, bytes. */
  readonly limit: number;
  #reserved = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Reserved bytes. */
  get reserved(): number {
    return this.#reserved;
  }

  /** Reserves memory, unless the limit would be exceeded. Returns whether it did. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.limit) return false;
    this.#reserved += bytes;
    return true;
  }

  /** Returns reserved memory. */
  release(bytes: number): void {
    this.#reserved -= bytes;
  }
}
