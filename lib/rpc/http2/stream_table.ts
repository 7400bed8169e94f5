/**
 * The open streams of a connection, and the numbers streams get.
 *
 * @module
 */
import { breach, ErrorCode, Http2Error } from "./errors.ts";
import { LARGEST_ID } from "./goaway.ts";
import type { Stream } from "./stream.ts";

/** At least as many streams that the peer has ended are remembered, and at most twice. */
const REMEMBERED = 1000;

/** Open streams by number. */
export class StreamTable {
  readonly #streams = new Map<number, Stream>();
  /** The number of the next stream opened here; clients count 1, 3, 5, … */
  #next: number;
  #lastOfPeer = 0;
  /** Closed streams on which the peer itself has said its last word. */
  #ended = new Set<number>();
  #endedBefore = new Set<number>();

  /** @param first number of the first stream opened here. */
  constructor(first = 1) {
    this.#next = first;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** The largest number the peer has used. */
  get lastOfPeer(): number {
    return this.#lastOfPeer;
  }

  /** A copy, so that streams may end while it is walked through. */
  all(): Stream[] {
    return [...this.#streams.values()];
  }

  get(id: number): Stream | undefined {
    return this.#streams.get(id);
  }

  /**
   * The stream, or undefined when it is over.
   *
   * @throws {Http2Error} when there never was one of that number.
   */
  existing(id: number): Stream | undefined {
    const stream = this.#streams.get(id);
    if (stream === undefined && !this.#used(id)) throw breach(`stream ${id} was never opened`);
    return stream;
  }

  /**
   * The stream whose headers or data arrive, or undefined when it was ended here: the peer may not
   * know yet.
   *
   * @throws {Http2Error} when there never was one, or the peer has ended it itself.
   */
  speaking(id: number): Stream | undefined {
    const stream = this.existing(id);
    if (stream === undefined && (this.#ended.has(id) || this.#endedBefore.has(id))) {
      throw new Http2Error(ErrorCode.streamClosed, `stream ${id} has ended`);
    }
    return stream;
  }

  /** Whether all numbers for streams opened here are used. */
  get isExhausted(): boolean {
    return this.#next > LARGEST_ID;
  }

  /** The number for a stream opened here. */
  nextId(): number {
    const id = this.#next;
    this.#next += 2;
    return id;
  }

  /**
   * Notes that a client opens a stream.
   *
   * @returns whether the number is new.
   * @throws {Http2Error} when clients have no such numbers.
   */
  claim(id: number): boolean {
    if (id % 2 === 0) throw breach(`clients do not open stream ${id}`);
    if (id <= this.#lastOfPeer) return false;
    this.#lastOfPeer = id;
    return true;
  }

  add(stream: Stream): void {
    this.#streams.set(stream.id, stream);
  }

  delete(stream: Stream): void {
    this.#streams.delete(stream.id);
    if (!stream.remoteEnded) return;
    if (this.#ended.size >= REMEMBERED) {
      this.#endedBefore = this.#ended;
      this.#ended = new Set();
    }
    this.#ended.add(stream.id);
  }

  /** Whether a stream of this number was opened; only clients open any. */
  #used(id: number): boolean {
    return id % 2 === 1 && id <= Math.max(this.#next - 2, this.#lastOfPeer);
  }
}
