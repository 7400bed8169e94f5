/**
 * How much a peer may send (RFC 9113, section 5.2), on one stream or on a connection.
 *
 * @module
 */

/** The receiving side of a flow-control window. Sizes in bytes. */
export class ReceiveWindow {
  readonly #size: number;
  /** What the peer may still send. */
  #allowed: number;
  /** What has arrived and was not yet allowed again. */
  #uncredited = 0;

  constructor(size: number) {
    this.#size = size;
    this.#allowed = size;
  }

  /** Counts what arrives; false when the peer may not send as much. */
  take(length: number): boolean {
    this.#allowed -= length;
    this.#uncredited += length;
    return this.#allowed >= 0;
  }

  /**
   * Allows what has arrived again.
   *
   * @returns what to tell the peer; 0 while it is too little to be worth a frame.
   */
  credit(): number {
    if (this.#uncredited * 4 < this.#size) return 0;
    const increment = this.#uncredited;
    this.#allowed += increment;
    this.#uncredited = 0;
    return increment;
  }
}
