/**
 * Limits received frames without effect, which cost a peer little and this side work
 * (RFC 9113, section 10.5): empty DATA, SETTINGS acknowledgements, pings, unknown types, and window
 * updates for which no data was sent.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { Flag, FrameType } from "./frame_types.ts";

/** Frames without effect accepted at once; golang.org/x/net queues as many control frames. */
export const FRAME_LIMIT = 10_000;
/** Frames regained per millisecond: a peer that sends 1,000 a second delays nothing. */
const REFILL_PER_MS = 1;
/** Frames regained by a received one with data: pings may precede each answer. */
const REFILL_PER_DATA = 4;
/**
 * Sent bytes per regained frame: a peer may update the windows of stream and connection for each KiB
 * it reads. golang.org/x/net does so for 4 KiB or more, nghttp2 for half a window.
 */
const SENT_PER_FRAME = 512;

/** A token bucket; the clock is read when it is empty. */
export class FrameBudget {
  readonly #now: () => number;
  #left = FRAME_LIMIT;
  #since: number;

  /** @param now Unix time, milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** @throws {Http2Error} when the budget is exhausted. */
  spend(): void {
    if (--this.#left >= 0) return;
    const now = this.#now();
    this.#left = Math.min(FRAME_LIMIT, (now - this.#since) * REFILL_PER_MS) - 1;
    this.#since = now;
    if (this.#left >= 0) return;
    throw new Http2Error(ErrorCode.enhanceYourCalm, "too many frames without effect");
  }

  /** Regains frames for a received one with data. */
  dataReceived(): void {
    this.#refill(REFILL_PER_DATA);
  }

  /** Regains the window updates for sent data, bytes. */
  dataSent(length: number): void {
    this.#refill(length / SENT_PER_FRAME);
  }

  #refill(frames: number): void {
    this.#left = Math.min(FRAME_LIMIT, this.#left + frames);
  }
}

/**
 * Returns whether a frame other than DATA brings its receiver on. Interim responses, which have no
 * END_STREAM, do not; neither do frames whose number has no other limit.
 */
export function hasEffect(type: number, flags: number, payload: Uint8Array): boolean {
  switch (type) {
    case FrameType.headers:
      return (flags & Flag.endStream) !== 0;
    case FrameType.continuation:
      return payload.length > 0;
    case FrameType.goaway:
    case FrameType.ping:
    case FrameType.priority:
    case FrameType.settings:
    case FrameType.windowUpdate: // sent data regains them
      return false;
    case FrameType.rstStream:
    case FrameType.pushPromise:
      return true; // limited by open streams, else counted, or rejected
    default:
      return false;
  }
}
