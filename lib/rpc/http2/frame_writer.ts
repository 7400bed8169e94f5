/**
 * Writes frames to a socket in blocks, so that many small messages cost few system calls, with
 * back-pressure.
 *
 * @module
 */
import type { ByteStream, WriteOptions } from "./byte_stream.ts";
import { ErrorCode, Http2Error } from "./errors.ts";
import { FRAME_HEADER_LENGTH } from "./frame_types.ts";
import { WaitQueue } from "./wait_queue.ts";

/** Size of a block, bytes. */
const BLOCK_SIZE = 128 * 1024;
/** Pending bytes above which senders of DATA wait, and below which they resume. */
const HIGH_WATER = 512 * 1024;
const LOW_WATER = 256 * 1024;
/**
 * Pending bytes above which the connection is closed: the peer does not read. DATA waits at
 * {@linkcode HIGH_WATER}; all other frames are written at once and would accumulate without limit.
 */
const MAX_PENDING = 4 * 1024 * 1024;
/** Blocks retained for reuse. */
const POOL_SIZE = 8;

/** Buffers frames and writes them to a socket. */
export class FrameWriter {
  readonly #socket: ByteStream;
  readonly #options: WriteOptions;
  readonly #pool: Uint8Array[] = [];
  #block: Uint8Array | undefined;
  #used = 0;
  #pending = 0;
  #scheduled: "no" | "later" | "soon" = "no";
  #isClosed = false;
  #hasOverflowed = false;
  readonly #onOverflow: (error: Http2Error) => void;
  readonly #waitQueue = new WaitQueue();

  /** @param onOverflow called once, when {@linkcode MAX_PENDING} is exceeded. */
  constructor(
    socket: ByteStream,
    options: WriteOptions,
    onOverflow: (error: Http2Error) => void,
  ) {
    this.#socket = socket;
    this.#options = options;
    this.#onOverflow = onOverflow;
  }

  /** Bytes not yet accepted by the operating system. */
  get pending(): number {
    return this.#pending + this.#used;
  }

  /** Whether senders of DATA have to wait for {@linkcode drained}. */
  get isCongested(): boolean {
    return this.pending > HIGH_WATER && !this.#isClosed;
  }

  /** Flushes; resolves when a sender may check {@linkcode isCongested} again. */
  drained(): Promise<void> {
    this.flush();
    return this.#waitQueue.wait();
  }

  /** Wakes waiting senders: the stream of one of them has closed. */
  wake(): void {
    this.#waitQueue.wake();
  }

  /** Copies bytes to the buffer. */
  write(bytes: Uint8Array): void {
    let start = 0;
    while (start < bytes.length) {
      this.#block ??= this.#pool.pop() ?? this.#options.createBlock(BLOCK_SIZE);
      const taken = Math.min(BLOCK_SIZE - this.#used, bytes.length - start);
      this.#block.set(bytes.subarray(start, start + taken), this.#used);
      this.#used += taken;
      start += taken;
      if (this.#used === BLOCK_SIZE) this.flush();
    }
  }

  /** Writes the header of a frame, whose payload of `length` bytes must follow. */
  writeHeader(type: number, flags: number, stream: number, length: number): void {
    if (this.#block === undefined || BLOCK_SIZE - this.#used < FRAME_HEADER_LENGTH) {
      this.flush();
      this.#block = this.#pool.pop() ?? this.#options.createBlock(BLOCK_SIZE);
    }
    const block = this.#block;
    let at = this.#used;
    block[at++] = length >>> 16;
    block[at++] = length >>> 8;
    block[at++] = length;
    block[at++] = type;
    block[at++] = flags;
    block[at++] = stream >>> 24;
    block[at++] = stream >>> 16;
    block[at++] = stream >>> 8;
    block[at++] = stream;
    this.#used = at;
  }

  /** Writes a complete frame. */
  writeFrame(type: number, flags: number, stream: number, payload: Uint8Array): void {
    this.writeHeader(type, flags, stream, payload.length);
    this.write(payload);
  }

  /** Flushes in a microtask: for the end of a message sequence, and answers to the peer. */
  flushSoon(): void {
    if (this.#scheduled === "soon") return;
    this.#scheduled = "soon";
    queueMicrotask(() => this.#flushScheduled("soon"));
  }

  /** Flushes after the current turn of the event loop: more frames may follow in it. */
  flushLater(): void {
    if (this.#scheduled !== "no") return;
    this.#scheduled = "later";
    this.#options.defer(() => this.#flushScheduled("later"));
  }

  #flushScheduled(as: "soon" | "later"): void {
    if (this.#scheduled === as) this.#scheduled = "no";
    this.flush();
  }

  /** Writes the buffer to the socket. */
  flush(): void {
    const block = this.#block;
    const length = this.#used;
    if (block === undefined || length === 0) return;
    this.#block = undefined;
    this.#used = 0;
    if (this.#isClosed) return;
    this.#pending += length;
    this.#socket.write(length === BLOCK_SIZE ? block : block.subarray(0, length), () => {
      this.#pending -= length;
      if (this.#pool.length < POOL_SIZE) this.#pool.push(block);
      if (this.pending <= LOW_WATER) this.#waitQueue.wake();
    });
    if (this.#pending <= MAX_PENDING || this.#hasOverflowed) return;
    this.#hasOverflowed = true;
    const text = `peer does not read: ${this.#pending} bytes are pending`;
    this.#onOverflow(new Http2Error(ErrorCode.enhanceYourCalm, text));
  }

  /** Discards the buffer and wakes waiting senders. */
  close(): void {
    this.#isClosed = true;
    this.#block = undefined;
    this.#used = 0;
    this.#pool.length = 0;
    this.#waitQueue.wake();
  }
}
