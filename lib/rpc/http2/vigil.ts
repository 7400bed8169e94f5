/**
 * Notices that a peer vanished without a word (its power failed, the network was cut) while a
 * stream waits for it that no deadline ends.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { FrameType } from "./frame_types.ts";
import type { Output } from "./output.ts";

/**
 * Silence after which the peer is asked, milliseconds. Servers built on grpc-go count pings of
 * clients with open streams that come less than 5 minutes after the one before, and leave at the
 * third of them in a row (`too_many_pings`). The half minute is for what clocks and networks add.
 */
const SILENCE_MS = 5.5 * 60 * 1000;

/** Time for the answer, milliseconds. */
export const ANSWER_MS = 20 * 1000;

/** A timer so late says that this machine slept, milliseconds: the peer's words may lie unread. */
const SLEPT_MS = 5 * 1000;

const PAYLOAD = new Uint8Array(8);

/** Where the vigil is kept. */
export interface VigilHost {
  readonly output: Output;
  /** The peer does not answer, and has said nothing since this moment (Unix time, milliseconds). */
  vanished(since: number): void;
}

/**
 * Sends a ping after each {@linkcode SILENCE_MS} in which a peer says nothing. While nobody follows
 * a stream of it, it does nothing.
 */
export class Vigil {
  readonly #clock: Clock;
  readonly #host: VigilHost;
  readonly #streams = new Set<object>();
  #heardAt = 0;
  /** When the peer was asked, until it says something. */
  #askedAt: number | undefined;
  #cancel = () => {};

  constructor(clock: Clock, host: VigilHost) {
    this.#clock = clock;
    this.#host = host;
  }

  /** Begins to watch over a stream. */
  follow(stream: object): void {
    const first = this.#streams.size === 0;
    this.#streams.add(stream);
    if (!first) return;
    this.#heardAt = this.#clock.now();
    this.#wait(SILENCE_MS);
  }

  /** The stream, whether watched over or not, is over. */
  forget(stream: object): void {
    if (this.#streams.delete(stream) && this.#streams.size === 0) this.#rest();
  }

  /** The peer said something. */
  heard(): void {
    if (this.#streams.size === 0) return;
    // The timer is left alone: it sees when it is due that something came meanwhile.
    this.#heardAt = this.#clock.now();
    if (this.#askedAt === undefined) return;
    this.#rest();
    this.#wait(SILENCE_MS);
  }

  #wait(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => this.#check());
  }

  #rest(): void {
    this.#cancel();
    this.#askedAt = undefined;
  }

  #check(): void {
    const now = this.#clock.now();
    if (this.#askedAt !== undefined) {
      const late = now - this.#askedAt - ANSWER_MS;
      if (late < SLEPT_MS) return this.#host.vanished(this.#heardAt);
      this.#askedAt = now;
      return this.#wait(ANSWER_MS);
    }
    // A clock that was set back must not make the wait longer than another whole one.
    this.#heardAt = Math.min(this.#heardAt, now);
    const left = this.#heardAt + SILENCE_MS - now;
    if (left > 0) return this.#wait(left);
    this.#askedAt = now;
    this.#host.output.frame(FrameType.ping, 0, 0, PAYLOAD);
    this.#host.output.flushSoon();
    this.#wait(ANSWER_MS);
  }
}
