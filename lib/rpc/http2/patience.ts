/**
 * How much useless work a peer may cause.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";

/** Streams a peer may spoil beyond those it lets end as they should. */
const PATIENCE = 1000;

/**
 * Weighs streams that were opened in vain (reset by the peer that opened them, or malformed) against
 * those that ended well: opening and resetting costs the peer nothing and this side work.
 */
export class Patience {
  #left = PATIENCE;

  /** @throws {Http2Error} when it was once too often. */
  spoilt(): void {
    if (--this.#left < 0) {
      throw new Http2Error(ErrorCode.enhanceYourCalm, "too many streams were opened in vain");
    }
  }

  /** A stream ended well. */
  ended(): void {
    this.#left = Math.min(PATIENCE, this.#left + 1);
  }
}
