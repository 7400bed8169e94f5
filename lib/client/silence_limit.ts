/**
 * A limit to the silence of a stream.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";

/**
 * Aborts its signal when somebody waits too long for the next message of a stream. Time in which
 * nobody waits does not count, so a reader may take as long as it wants. Disposing of it stops its
 * timer.
 */
export class SilenceLimit implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #controller = new AbortController();
  readonly #expired: (begun: boolean) => Error;
  #waitingSince: number | undefined;
  #begun = false;
  #cancel: (() => void) | undefined;

  /**
   * @param ms The longest wait, milliseconds.
   * @param expired The reason to abort with, knowing whether a message had come before.
   */
  constructor(clock: Clock, ms: number, expired: (begun: boolean) => Error) {
    this.#clock = clock;
    this.#ms = ms;
    this.#expired = expired;
  }

  /** Aborted, for good, when a wait took too long. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The wait for a message begins. */
  begin(): void {
    this.#waitingSince = this.#clock.now();
    // One timer serves many messages, since most come long before it is due.
    this.#cancel ??= this.#clock.after(this.#ms, () => this.#check());
  }

  /** A message has come. */
  end(): void {
    this.#waitingSince = undefined;
    this.#begun = true;
  }

  #check(): void {
    this.#cancel = undefined;
    if (this.#waitingSince === undefined) return;
    const left = this.#waitingSince + this.#ms - this.#clock.now();
    if (left <= 0) this.#controller.abort(this.#expired(this.#begun));
    else this.#cancel = this.#clock.after(left, () => this.#check());
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
