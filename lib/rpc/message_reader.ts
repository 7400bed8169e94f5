/**
 * Length-prefixed messages of gRPC: a compressed flag, the length (four bytes, big-endian), the
 * message.
 *
 * @module
 */
import type { ReceiveBudget } from "./http2/receive_budget.ts";
import { StatusCode, StatusError } from "./status.ts";

/** Length of a prefix, bytes. */
const PREFIX = 5;
/** Messages below this size are queued with their prefixes in shared blocks, bytes. */
const SMALL = 4096;
/** Largest block for small messages that arrive in several pieces, bytes. */
const BLOCK = 64 * 1024;
/** Smallest first buffer of a message that arrives in several pieces, bytes. */
const FIRST_BUFFER = 16 * 1024;
/** Growth factor of that buffer: large because each step copies the received bytes. */
const GROWTH = 4;
/** Largest message accepted, bytes: the default of nodes. */
export const RECEIVE_LIMIT = 32 * 1024 * 1024;

/** Encodes the prefix of a message of `length` bytes. */
export function messagePrefix(length: number): Uint8Array {
  return Uint8Array.of(0, length >>> 24, length >>> 16, length >>> 8, length);
}

interface PendingRead {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}

/** Small messages with their prefixes, from `start` to `end`. */
interface SmallMessages {
  readonly bytes: Uint8Array;
  start: number;
  end: number;
}

/** Options of a {@linkcode MessageReader}. Sizes in bytes. */
export interface MessageReaderOptions {
  /** Largest message accepted. */
  limit: number;
  /** Size of the queued messages, prefixes included, at which the peer has to pause. */
  highWater: number;
  /** Gives flow-control window back to the peer: the queue is below `highWater`. */
  replenish: () => void;
  /** Memory shared by all streams of the connection. */
  budget: ReceiveBudget;
}

/**
 * Assembles messages from pieces of the body and queues them for one consumer.
 *
 * Memory follows the bytes that arrived, not the number or the announced length of messages: small
 * messages are queued in shared blocks and become objects when the consumer takes them, and the
 * buffer of an incomplete message grows with its data.
 */
export class MessageReader implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #options: MessageReaderOptions;
  #queue: (Uint8Array | SmallMessages)[] = [];
  /** Index of the first queued item: `shift()` of a long array moves all of it. */
  #head = 0;
  /** Size of the queued messages, prefixes included. */
  #queued = 0;
  /** The block that takes the next small messages if it has room; queued unless it is empty. */
  #block: SmallMessages = { bytes: new Uint8Array(), start: 0, end: 0 };
  readonly #prefix = new Uint8Array(PREFIX);
  #prefixFilled = 0;
  /** Announced length of the current message. */
  #length = 0;
  /** The incomplete message and how much of it has arrived. */
  #message: Uint8Array | undefined;
  #filled = 0;
  /** Size of the last message: the first buffer of the next because streams repeat sizes. */
  #lastLength = 0;
  #done = false;
  #error: unknown;
  #pendingRead: PendingRead | undefined;

  constructor(options: MessageReaderOptions) {
    this.#options = options;
  }

  /**
   * Reads a part of the body, and copies it.
   *
   * @throws {StatusError} when a message is too large or compressed, or the connection's receive
   *   budget is exhausted.
   */
  push(piece: Uint8Array): void {
    if (this.#done) return;
    try {
      for (let position = 0; position < piece.length;) {
        const end = this.#prefixFilled === 0 ? this.#smallMessagesEnd(piece, position) : position;
        if (end > position) {
          this.#queueSmall(piece.subarray(position, end));
          position = end;
        } else if (this.#prefixFilled < PREFIX) {
          this.#prefix[this.#prefixFilled++] = piece[position++] ?? 0;
          if (this.#prefixFilled === PREFIX) this.#begin();
        } else {
          const taken = Math.min(this.#length - this.#filled, piece.length - position);
          this.#append(piece.subarray(position, position + taken));
          position += taken;
        }
      }
    } finally {
      this.#resolvePendingRead();
    }
    this.#replenish();
  }

  /** Ends after the queued messages. */
  end(): void {
    if (this.#prefixFilled > 0) {
      this.fail(new StatusError(StatusCode.internal, "the stream ended within a message"));
    }
    this.#done = true;
    this.#pendingRead?.resolve({ done: true, value: undefined });
    this.#pendingRead = undefined;
  }

  /** Ends with an error, which the consumer gets after the queued messages. */
  fail(error: unknown): void {
    if (this.#done) return;
    this.#done = true;
    this.#error = error;
    this.#dropIncomplete();
    this.#pendingRead?.reject(error);
    this.#pendingRead = undefined;
  }

  /**
   * Discards the queued messages. The consumer gets `error` unless it has read all messages: an
   * incomplete sequence must not look complete.
   */
  abort(error: unknown): void {
    this.fail(error);
    if (this.#head < this.#queue.length) this.#error = error;
    this.#clear();
  }

  #clear(): void {
    this.#options.budget.release(this.#queued);
    this.#queue = [];
    this.#head = 0;
    this.#queued = 0;
    this.#block = { bytes: new Uint8Array(), start: 0, end: 0 };
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const message = this.#dequeue();
    if (message !== undefined) {
      this.#replenish();
      return Promise.resolve({ done: false, value: message });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#done) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#pendingRead = { resolve, reject };
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #replenish(): void {
    if (this.#queued < this.#options.highWater) this.#options.replenish();
  }

  #reserve(bytes: number): void {
    const { budget } = this.#options;
    if (budget.reserve(bytes)) return;
    const text = `unread messages of this connection exceed ${budget.limit} bytes`;
    throw new StatusError(StatusCode.resourceExhausted, text);
  }

  /** Returns the end of the whole, acceptable small messages that begin at `start`. */
  #smallMessagesEnd(piece: Uint8Array, start: number): number {
    const largest = Math.min(SMALL - 1, this.#options.limit);
    let end = start;
    while (end + PREFIX <= piece.length && piece[end] === 0) {
      const length = messageLength(piece, end);
      if (length > largest || end + PREFIX + length > piece.length) break;
      end += PREFIX + length;
    }
    return end;
  }

  #begin(): void {
    const length = messageLength(this.#prefix, 0);
    if (this.#prefix[0] !== 0) {
      throw new StatusError(StatusCode.unimplemented, "compressed messages are not supported");
    }
    if (length > this.#options.limit) {
      const text = `message of ${length} bytes exceeds the limit of ${this.#options.limit} bytes`;
      throw new StatusError(StatusCode.resourceExhausted, text);
    }
    this.#length = length;
    this.#filled = 0;
    if (length === 0) this.#append(new Uint8Array());
  }

  #append(part: Uint8Array): void {
    const filled = this.#filled + part.length;
    const before = this.#message?.length ?? 0;
    if (this.#message === undefined || filled > before) {
      const capacity = Math.min(
        this.#length,
        Math.max(FIRST_BUFFER, GROWTH * filled, this.#lastLength),
      );
      this.#reserve(capacity - before);
      const grown = new Uint8Array(capacity);
      if (this.#message !== undefined) grown.set(this.#message.subarray(0, this.#filled));
      this.#message = grown;
    }
    this.#message.set(part, this.#filled);
    this.#filled = filled;
    if (filled === this.#length) this.#complete(this.#message);
  }

  #complete(message: Uint8Array): void {
    if (message.length < SMALL) {
      this.#dropIncomplete();
      this.#queueSmall(this.#prefix, message);
    } else {
      this.#reserve(PREFIX);
      this.#lastLength = message.length;
      this.#message = undefined;
      this.#queue.push(message);
      this.#queued += PREFIX + message.length;
    }
    this.#prefixFilled = 0;
  }

  #dropIncomplete(): void {
    this.#options.budget.release(this.#message?.length ?? 0);
    this.#message = undefined;
  }

  /** Queues parts that make up one or more small messages with their prefixes. */
  #queueSmall(...parts: readonly Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#reserve(length);
    let block = this.#block;
    const consumed = block.start === block.end;
    const last = this.#queue.at(-1) === block;
    if (!(consumed || last) || block.bytes.length - block.end < length) {
      const size = Math.max(length, Math.min(BLOCK, 2 * block.bytes.length));
      block = this.#block = { bytes: new Uint8Array(size), start: 0, end: 0 };
      this.#queue.push(block);
    } else if (consumed) {
      this.#queue.push(block);
    }
    for (const part of parts) {
      block.bytes.set(part, block.end);
      block.end += part.length;
    }
    this.#queued += length;
  }

  #resolvePendingRead(): void {
    if (this.#pendingRead === undefined) return;
    const value = this.#dequeue();
    if (value === undefined) return;
    this.#pendingRead.resolve({ done: false, value });
    this.#pendingRead = undefined;
  }

  #dequeue(): Uint8Array | undefined {
    const item = this.#queue[this.#head];
    if (item === undefined) return undefined;
    let message: Uint8Array;
    if (item instanceof Uint8Array) {
      message = item;
      this.#head++;
    } else {
      const start = item.start + PREFIX;
      item.start = start + messageLength(item.bytes, item.start);
      message = item.bytes.subarray(start, item.start);
      if (item.start === item.end) this.#head++;
    }
    if (this.#head * 2 > this.#queue.length) {
      // Amortized: each item is moved at most once on average.
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    this.#queued -= PREFIX + message.length;
    this.#options.budget.release(PREFIX + message.length);
    return message;
  }
}

/** Decodes the length in the prefix at an offset. */
function messageLength(bytes: Uint8Array, at: number): number {
  const [a, b, c, d] = [bytes[at + 1], bytes[at + 2], bytes[at + 3], bytes[at + 4]];
  return (((a ?? 0) << 24) | ((b ?? 0) << 16) | ((c ?? 0) << 8) | (d ?? 0)) >>> 0;
}
