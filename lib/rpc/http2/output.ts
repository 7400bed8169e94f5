/**
 * The writing side of a connection: frames are gathered into blocks, so that many small messages
 * cost few writes, and a writer learns when the socket cannot keep up.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers";
import type { Duplex } from "node:stream";
import { ErrorCode, Http2Error } from "./errors.ts";
import { FRAME_HEADER } from "./frame_types.ts";
import { Waiters } from "./waiters.ts";

/** Size of a block given to the socket, bytes. */
const BLOCK = 128 * 1024;
/** Bytes on their way to the socket above which writers wait, and below which they go on. */
const HIGH_WATER = 512 * 1024;
const LOW_WATER = 256 * 1024;
/**
 * Bytes on their way to a peer that does not read at which the connection is closed. DATA frames wait
 * at {@linkcode HIGH_WATER}; all other frames are sent at once and would grow without limit.
 */
const OVERFLOW = 4 * 1024 * 1024;
/** Blocks kept for reuse. */
const POOLED = 8;

/** Gathers frames and writes them to a socket. */
export class Output {
  readonly #socket: Duplex;
  /** Node's buffers, which its sockets take as they are. */
  readonly #pool: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;
  #pending = 0;
  #scheduled: "no" | "later" | "soon" = "no";
  #closed = false;
  #overflowed = false;
  readonly #onOverflow: (error: Http2Error) => void;
  readonly #waiters = new Waiters();

  /** @param onOverflow called once, when the peer does not read what has to be sent at once. */
  constructor(socket: Duplex, onOverflow: (error: Http2Error) => void) {
    this.#socket = socket;
    this.#onOverflow = onOverflow;
  }

  /** Bytes accepted here and not yet taken by the operating system. */
  get pending(): number {
    return this.#pending + this.#used;
  }

  /** Whether writers should wait for {@linkcode drained}. */
  get congested(): boolean {
    return this.pending > HIGH_WATER && !this.#closed;
  }

  /** Resolves when there is room again, or the connection has ended. */
  drained(): Promise<void> {
    this.flush();
    return this.#waiters.wait();
  }

  /** Lets the writers check again whether to wait: one of their streams has ended. */
  wake(): void {
    this.#waiters.wake();
  }

  /** Appends bytes, which are copied. */
  write(bytes: Uint8Array): void {
    let start = 0;
    while (start < bytes.length) {
      this.#block ??= this.#pool.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
      const taken = Math.min(BLOCK - this.#used, bytes.length - start);
      this.#block.set(bytes.subarray(start, start + taken), this.#used);
      this.#used += taken;
      start += taken;
      if (this.#used === BLOCK) this.flush();
    }
  }

  /** Appends a frame header for a payload of `length` bytes that follows. */
  header(type: number, flags: number, stream: number, length: number): void {
    if (this.#block === undefined || BLOCK - this.#used < FRAME_HEADER) {
      this.flush();
      this.#block = this.#pool.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
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

  /** Appends a whole frame. */
  frame(type: number, flags: number, stream: number, payload: Uint8Array): void {
    this.header(type, flags, stream, payload.length);
    this.write(payload);
  }

  /** Sends what was gathered once the code that runs now has finished: nothing will follow soon. */
  flushSoon(): void {
    if (this.#scheduled === "soon") return;
    this.#scheduled = "soon";
    queueMicrotask(() => this.#flushScheduled("soon"));
  }

  /** Sends what was gathered after the current turn of the event loop: more may follow. */
  flushLater(): void {
    if (this.#scheduled !== "no") return;
    this.#scheduled = "later";
    setImmediate(() => this.#flushScheduled("later"));
  }

  #flushScheduled(as: "soon" | "later"): void {
    if (this.#scheduled === as) this.#scheduled = "no";
    this.flush();
  }

  /** Hands what was gathered to the socket. */
  flush(): void {
    const block = this.#block;
    const length = this.#used;
    if (block === undefined || length === 0) return;
    this.#block = undefined;
    this.#used = 0;
    if (this.#closed) return;
    this.#pending += length;
    this.#socket.write(length === BLOCK ? block : block.subarray(0, length), () => {
      this.#pending -= length;
      if (this.#pool.length < POOLED) this.#pool.push(block);
      if (this.pending <= LOW_WATER) this.#waiters.wake();
    });
    if (this.#pending <= OVERFLOW || this.#overflowed) return;
    this.#overflowed = true;
    const text = `peer does not read: ${this.#pending} bytes wait for it`;
    this.#onOverflow(new Http2Error(ErrorCode.enhanceYourCalm, text));
  }

  /** Drops everything and lets the waiters go. */
  close(): void {
    this.#closed = true;
    this.#block = undefined;
    this.#used = 0;
    this.#pool.length = 0;
    this.#waiters.wake();
  }
}
