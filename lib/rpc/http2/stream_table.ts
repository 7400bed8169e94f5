/**
 * The open streams of a connection, and the numbers streams get.
 *
 * @module
 */
import { breach } from "./errors.ts";
import type { Stream } from "./stream.ts";

/** Open streams by number. */
export class StreamTable {
  readonly #streams = new Map<number, Stream>();
  /** The number of the next stream opened here; clients count 1, 3, 5, … */
  #next = 1;
  #lastOfPeer = 0;

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
    if (stream === undefined && id > Math.max(this.#next - 2, this.#lastOfPeer)) {
      throw breach(`stream ${id} was never opened`);
    }
    return stream;
  }

  /** The number for a stream opened here. */
  nextId(): number {
    const id = this.#next;
    this.#next += 2;
    return id;
  }

  /**
   * Notes that a client opens a stream; false when the number belongs to one that is over.
   *
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
  }
}
