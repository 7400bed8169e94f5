/**
 * gRPC messages in the body of an HTTP/2 stream: each is preceded by a compression flag and its
 * length, four bytes, big-endian.
 *
 * @module
 */
import { StatusCode, StatusError } from "./status.ts";

/** Bytes before each message. */
const PREFIX = 5;
/** Messages below this size share the memory they arrived in, bytes. */
const SMALL = 4096;
/** Largest message accepted, bytes: what nodes accept too. */
export const RECEIVE_LIMIT = 32 * 1024 * 1024;

/** The bytes that precede a message of `length` bytes. */
export function messagePrefix(length: number): Uint8Array {
  return Uint8Array.of(0, length >>> 24, length >>> 16, length >>> 8, length);
}

interface Waiter {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}

/** What a reader needs to know. Sizes in bytes. */
export interface MessageReaderOptions {
  /** Largest message accepted. */
  limit: number;
  /** Messages may wait here up to this size before the peer is told to pause. */
  highWater: number;
  /** More may come: what has arrived was taken. */
  hungry: () => void;
}

/**
 * Puts messages together from pieces of the body, and hands them out one by one to one consumer.
 * Messages nobody has taken stop the peer from sending more.
 */
export class MessageReader implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #options: MessageReaderOptions;
  #queue: Uint8Array[] = [];
  /** Where the first message nobody has taken is: `shift()` of a long array moves all of it. */
  #head = 0;
  #queued = 0;
  readonly #prefix = new Uint8Array(PREFIX);
  #prefixFilled = 0;
  /** Bytes of the current message still to come. */
  #left = 0;
  #message: Uint8Array | undefined;
  #done = false;
  #error: unknown;
  #waiter: Waiter | undefined;

  constructor(options: MessageReaderOptions) {
    this.#options = options;
  }

  /**
   * Takes some of the body, of which it keeps copies.
   *
   * @throws {StatusError} when a message is too large or compressed.
   */
  push(piece: Uint8Array): void {
    if (this.#done) return;
    let bytes = piece;
    let position = 0;
    while (position < bytes.length) {
      if (this.#prefixFilled < PREFIX) {
        this.#prefix[this.#prefixFilled++] = bytes[position++] ?? 0;
        if (this.#prefixFilled === PREFIX) this.#begin();
        continue;
      }
      const taken = Math.min(this.#left, bytes.length - position);
      if (this.#message === undefined && taken === this.#left && taken < SMALL) {
        // Many small messages come together: they share one copy.
        if (bytes === piece) [bytes, position] = [piece.slice(position), 0];
        this.#deliver(bytes.subarray(position, position + taken));
      } else {
        this.#append(bytes.subarray(position, position + taken));
      }
      position += taken;
    }
    if (this.#queued < this.#options.highWater) this.#options.hungry();
  }

  /** The peer has sent everything. */
  end(): void {
    if (this.#prefixFilled > 0) {
      this.fail(new StatusError(StatusCode.internal, "the stream ended within a message"));
    }
    this.#done = true;
    this.#waiter?.resolve({ done: true, value: undefined });
    this.#waiter = undefined;
  }

  /** Ends with an error, which the consumer gets after the messages that have arrived. */
  fail(error: unknown): void {
    if (this.#done) return;
    this.#done = true;
    this.#error = error;
    this.#message = undefined;
    this.#waiter?.reject(error);
    this.#waiter = undefined;
  }

  /**
   * Drops the queued messages. The consumer gets `error`, unless it has already read everything:
   * what it lacks must not look like the end.
   */
  abort(error: unknown): void {
    this.fail(error);
    if (this.#head < this.#queue.length) this.#error = error;
    this.#clear();
  }

  #clear(): void {
    this.#queue = [];
    this.#head = 0;
    this.#queued = 0;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const message = this.#queue[this.#head];
    if (message !== undefined) {
      this.#head++;
      if (this.#head * 2 > this.#queue.length) {
        // Moves each message at most once on average, and lets go of those that were taken.
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
      this.#queued -= message.length;
      if (this.#queued < this.#options.highWater) this.#options.hungry();
      return Promise.resolve({ done: false, value: message });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#done) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #begin(): void {
    const [flag, a = 0, b = 0, c = 0, d = 0] = this.#prefix;
    const length = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    if (flag !== 0) {
      throw new StatusError(StatusCode.unimplemented, "compressed messages are not supported");
    }
    if (length > this.#options.limit) {
      const text = `message of ${length} bytes exceeds the limit of ${this.#options.limit} bytes`;
      throw new StatusError(StatusCode.resourceExhausted, text);
    }
    this.#left = length;
    if (length === 0) this.#deliver(new Uint8Array());
  }

  #append(part: Uint8Array): void {
    this.#message ??= new Uint8Array(this.#left);
    this.#message.set(part, this.#message.length - this.#left);
    this.#left -= part.length;
    if (this.#left === 0) this.#deliver(this.#message);
  }

  #deliver(message: Uint8Array): void {
    this.#prefixFilled = 0;
    this.#left = 0;
    this.#message = undefined;
    if (this.#waiter !== undefined) {
      this.#waiter.resolve({ done: false, value: message });
      this.#waiter = undefined;
    } else {
      this.#queue.push(message);
      this.#queued += message.length;
    }
  }
}
