/**
 * Keepalive by HTTP/2 pings: detects a peer that vanished without closing the connection (power
 * failure, network cut) while streams without a deadline are open.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { FrameType } from "./frame_types.ts";
import type { FrameWriter } from "./frame_writer.ts";

/**
 * Idle time before a ping, milliseconds. Servers built on grpc-go close a connection with open
 * streams (GOAWAY `too_many_pings`) at the third ping in a row that comes less than 5 minutes after
 * the one before; the rest is a margin for clocks and network delay.
 */
const IDLE_MS = 5.5 * 60 * 1000;

/** Time limit of the answer to a ping, milliseconds. */
export const PING_TIMEOUT_MS = 20 * 1000;

/**
 * A timer later than this, milliseconds, means that the machine was suspended: unread data may be
 * buffered.
 */
const SUSPEND_MS = 5 * 1000;

const PING_PAYLOAD = new Uint8Array(8);

/** The connection that a monitor pings. */
export interface KeepaliveHost {
  readonly writer: FrameWriter;
  /** Ends the connection: nothing was received since `since`, Unix time, milliseconds. */
  keepaliveTimedOut(since: number): void;
}

/** Pings the peer after {@linkcode IDLE_MS} without data while added streams are open. */
export class KeepaliveMonitor {
  readonly #clock: Clock;
  readonly #host: KeepaliveHost;
  readonly #streams = new Set<object>();
  #lastReadAt = 0;
  /** When the unanswered ping was sent. */
  #pingSentAt: number | undefined;
  #cancelTimer = () => {};

  constructor(clock: Clock, host: KeepaliveHost) {
    this.#clock = clock;
    this.#host = host;
  }

  add(stream: object): void {
    const isFirst = this.#streams.size === 0;
    this.#streams.add(stream);
    if (!isFirst) return;
    this.#lastReadAt = this.#clock.now();
    this.#startTimer(IDLE_MS);
  }

  /** Removes a stream, if it was added; the last one stops the timer. */
  remove(stream: object): void {
    if (this.#streams.delete(stream) && this.#streams.size === 0) this.#stop();
  }

  /** Records that data was received. */
  dataReceived(): void {
    if (this.#streams.size === 0) return;
    // Restarting the idle timer at each read would cost more than checking when it fires.
    this.#lastReadAt = this.#clock.now();
    if (this.#pingSentAt === undefined) return;
    this.#stop();
    this.#startTimer(IDLE_MS);
  }

  #startTimer(ms: number): void {
    this.#cancelTimer = this.#clock.after(ms, () => this.#check());
  }

  #stop(): void {
    this.#cancelTimer();
    this.#pingSentAt = undefined;
  }

  #check(): void {
    const now = this.#clock.now();
    if (this.#pingSentAt !== undefined) {
      const late = now - this.#pingSentAt - PING_TIMEOUT_MS;
      if (late < SUSPEND_MS) return this.#host.keepaliveTimedOut(this.#lastReadAt);
      this.#pingSentAt = now;
      return this.#startTimer(PING_TIMEOUT_MS);
    }
    // A clock that was set back must not extend the wait by more than one idle time.
    this.#lastReadAt = Math.min(this.#lastReadAt, now);
    const left = this.#lastReadAt + IDLE_MS - now;
    if (left > 0) return this.#startTimer(left);
    this.#pingSentAt = now;
    this.#host.writer.writeFrame(FrameType.ping, 0, 0, PING_PAYLOAD);
    this.#host.writer.flushSoon();
    this.#startTimer(PING_TIMEOUT_MS);
  }
}
