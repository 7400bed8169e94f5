/**
 * Memory for received messages, shared by the streams of one connection.
 *
 * @module
 */

/** Limits the bytes of messages that a connection holds and no consumer has read. */
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

  /** Reserves memory; returns false, without reserving any, when the limit would be exceeded. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.limit) return false;
    this.#reserved += bytes;
    return true;
  }

  /** Releases reserved memory. */
  release(bytes: number): void {
    this.#reserved -= bytes;
  }
}
