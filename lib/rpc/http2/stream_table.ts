/**
 * The streams of a connection and their identifiers (RFC 9113, section 5.1.1).
 *
 * @module
 */
import { ErrorCode, Http2Error, protocolError } from "./errors.ts";
import { MAX_STREAM_ID } from "./frame_types.ts";
import type { Stream } from "./stream.ts";

/** Identifiers retained of streams that the peer ended; at most twice as many. */
const ENDED_LIMIT = 1000;

/** Open streams by identifier. */
export class StreamTable {
  readonly #streams = new Map<number, Stream>();
  /** Identifier of the next stream opened here; clients use odd ones. */
  #nextId: number;
  #lastPeerStream = 0;
  /** Closed streams that the peer ended or reset, in two generations. */
  #ended = new Set<number>();
  #olderEnded = new Set<number>();

  /** @param firstId identifier of the first stream opened here. */
  constructor(firstId = 1) {
    this.#nextId = firstId;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** The largest identifier the peer has used. */
  get lastPeerStream(): number {
    return this.#lastPeerStream;
  }

  /** Returns a copy: streams may close while the caller iterates. */
  all(): Stream[] {
    return [...this.#streams.values()];
  }

  get(id: number): Stream | undefined {
    return this.#streams.get(id);
  }

  /**
   * Returns the stream, or undefined when it is closed.
   *
   * @throws {Http2Error} when it is idle, that is, was never opened.
   */
  getOpened(id: number): Stream | undefined {
    const stream = this.#streams.get(id);
    if (stream === undefined && !this.#wasOpened(id)) {
      throw protocolError(`stream ${id} was never opened`);
    }
    return stream;
  }

  /**
   * Returns the stream for received headers or data, or undefined when it was reset here: the peer
   * may have sent them before it received the RST_STREAM.
   *
   * @throws {Http2Error} when the stream is idle, or the peer has ended it.
   */
  getReceivable(id: number): Stream | undefined {
    const stream = this.getOpened(id);
    if (stream === undefined && (this.#ended.has(id) || this.#olderEnded.has(id))) {
      throw new Http2Error(ErrorCode.streamClosed, `frame on closed stream ${id}`);
    }
    return stream;
  }

  /** Whether all identifiers of this side are used. */
  get isExhausted(): boolean {
    return this.#nextId > MAX_STREAM_ID;
  }

  /** Returns the identifier of a new stream of this side. */
  takeId(): number {
    const id = this.#nextId;
    this.#nextId += 2;
    return id;
  }

  /**
   * Registers a stream that a client opens.
   *
   * @returns whether the identifier is new.
   * @throws {Http2Error} when it is even.
   */
  registerPeerStream(id: number): boolean {
    if (id % 2 === 0) throw protocolError(`client opened even-numbered stream ${id}`);
    if (id <= this.#lastPeerStream) return false;
    this.#lastPeerStream = id;
    return true;
  }

  add(stream: Stream): void {
    this.#streams.set(stream.id, stream);
  }

  delete(stream: Stream): void {
    this.#streams.delete(stream.id);
    if (!stream.isRemoteEnded) return;
    if (this.#ended.size >= ENDED_LIMIT) {
      this.#olderEnded = this.#ended;
      this.#ended = new Set();
    }
    this.#ended.add(stream.id);
  }

  /** Only clients open streams, so that even identifiers were never opened. */
  #wasOpened(id: number): boolean {
    return id % 2 === 1 && id <= Math.max(this.#nextId - 2, this.#lastPeerStream);
  }
}
