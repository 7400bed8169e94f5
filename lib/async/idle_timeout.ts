/**
 * Limits on the time between two messages of a stream.
 *
 * @module
 */
import type { Clock } from "./clock.ts";

/**
 * Aborts its signal when a consumer waits too long for the next message of a stream. Time in which
 * the consumer does not wait is not counted. Disposing of it stops its timer.
 */
export class IdleTimeout implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #controller = new AbortController();
  readonly #expired: (isStarted: boolean) => unknown;
  #waitingSince: number | undefined;
  #isStarted = false;
  #cancel: (() => void) | undefined;

  /**
   * @param ms The longest wait, milliseconds.
   * @param expired Creates the reason of the abort; `isStarted` is whether a message had arrived.
   */
  constructor(clock: Clock, ms: number, expired: (isStarted: boolean) => unknown) {
    this.#clock = clock;
    this.#ms = ms;
    this.#expired = expired;
  }

  /** Aborted, for good, when a wait took too long. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a wait for a message. */
  begin(): void {
    this.#waitingSince = this.#clock.now();
    // One timer serves many messages, since most arrive long before it is due.
    this.#cancel ??= this.#clock.after(this.#ms, () => this.#check());
  }

  /** Ends the wait: a message has arrived. */
  end(): void {
    this.#waitingSince = undefined;
    this.#isStarted = true;
  }

  #check(): void {
    this.#cancel = undefined;
    if (this.#waitingSince === undefined) return;
    const left = this.#waitingSince + this.#ms - this.#clock.now();
    if (left <= 0) this.#controller.abort(this.#expired(this.#isStarted));
    else this.#cancel = this.#clock.after(left, () => this.#check());
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

/** Options of {@linkcode withIdleTimeout}. */
export interface IdleTimeoutOptions {
  readonly clock: Clock;
  /** The longest wait, milliseconds. */
  readonly ms: number;
  /** Only the first message has to arrive in time. */
  readonly firstOnly?: boolean;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the reason of the abort. */
  expired(): unknown;
}

/**
 * Yields a stream that is aborted when its next message takes too long.
 *
 * @param open Opens the stream, which ends when the signal is aborted.
 */
export async function* withIdleTimeout<T>(
  { clock, ms, firstOnly = false, signal, expired }: IdleTimeoutOptions,
  open: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  using idle = new IdleTimeout(clock, ms, expired);
  const stop = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
  idle.begin();
  for await (const item of open(stop)) {
    idle.end();
    if (firstOnly) idle[Symbol.dispose]();
    yield item;
    if (!firstOnly) idle.begin();
  }
}
