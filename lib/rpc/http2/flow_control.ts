/**
 * Flow-control windows (RFC 9113, section 5.2). Sizes in bytes.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { MAX_WINDOW } from "./frame_types.ts";

/** @throws {Http2Error} when a send window exceeds 2^31-1 (RFC 9113, section 6.9.1). */
export function checkSendWindow(size: number): void {
  if (size > MAX_WINDOW) {
    throw new Http2Error(ErrorCode.flowControlError, "flow-control window exceeds 2^31-1");
  }
}

/** The receive window of a stream or connection. */
export class ReceiveWindow {
  readonly #size: number;
  #available: number;
  /** Bytes received and not returned to the peer by WINDOW_UPDATE. */
  #consumed = 0;

  constructor(size: number) {
    this.#size = size;
    this.#available = size;
  }

  /** Bytes the peer may still send. */
  get available(): number {
    return this.#available;
  }

  /** Counts received bytes; returns false when the peer exceeded the window. */
  consume(length: number): boolean {
    this.#available -= length;
    this.#consumed += length;
    return this.#available >= 0;
  }

  /**
   * Returns the received bytes to the window.
   *
   * @returns the increment for WINDOW_UPDATE; 0 below a quarter of the window, to send few frames.
   */
  replenish(): number {
    if (this.#consumed * 4 < this.#size) return 0;
    const increment = this.#consumed;
    this.#available += increment;
    this.#consumed = 0;
    return increment;
  }
}
