/**
 * Idle timeouts of streams.
 *
 * @module
 */
import type { Clock } from "./clock.ts";

/**
 * Aborts its signal when a consumer waits too long for the next message of a stream. Only time spent
 * waiting counts. Disposal stops the timer.
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
   * @param expired Creates the abort reason; `isStarted`: a message has been received.
   */
  constructor(clock: Clock, ms: number, expired: (isStarted: boolean) => unknown) {
    this.#clock = clock;
    this.#ms = ms;
    this.#expired = expired;
  }

  /** Aborted when a wait exceeds the limit. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a wait for a message. */
  begin(): void {
    this.#waitingSince = this.#clock.now();
    // One timer serves many messages because most arrive before it fires.
    this.#cancel ??= this.#clock.after(this.#ms, () => this.#check());
  }

  /** Ends the wait for a message. */
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
  /** Limit the wait for the first message only. */
  readonly firstOnly?: boolean;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the abort reason. */
  expired(): unknown;
}

/**
 * Yields the messages of a stream; aborts it when the next one is late.
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
