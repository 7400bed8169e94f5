/**
 * The byte stream below an HTTP/2 connection.
 *
 * @module
 */

/** A source of received bytes. */
export interface ByteSource {
  /** Starts passing received chunks to `receive`; a chunk is valid during the call only. */
  forward(receive: (chunk: Uint8Array) => void): void;
}

/** Stops and restarts the reads of a stream. */
export interface ReadControl {
  /** Stops reading; what has been read already may still arrive. */
  pause(): void;
  resume(): void;
}

/** The part of Node's `Duplex` that a connection uses. */
export interface ByteStream extends ReadControl {
  readonly destroyed: boolean;
  on(event: "data", listener: (chunk: Uint8Array) => void): this;
  on(event: "error", listener: (error: Error) => void): this;
  on(event: "end" | "close", listener: () => void): this;
  once(event: "close", listener: () => void): this;
  /** Writes bytes, which must not change before `written` is called. */
  write(bytes: Uint8Array, written: () => void): boolean;
  /** Closes this side after the queued writes. */
  end(closed: () => void): this;
  /** Closes both sides at once. */
  destroy(): this;
}

/** How blocks are created and work is deferred; both depend on the kind of stream. */
export interface WriteOptions {
  createBlock(size: number): Uint8Array;
  /** Calls `next` after the current turn of the event loop. */
  defer(next: () => void): void;
}

/** Options of streams that are not Node's. */
export const PLAIN_WRITES: WriteOptions = {
  createBlock: (size) => new Uint8Array(size),
  defer: (next) => setTimeout(next),
};
