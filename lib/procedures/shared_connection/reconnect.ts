/**
 * Reconnects a session in use to endpoints that have closed their connection.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";

/** Interval of the checks, milliseconds. */
const CHECK_MS = 50;

/** Time after the last use in which connections are replaced, milliseconds. */
const IN_USE_MS = 10_000;

/** Delays between attempts to connect to an endpoint that is down, milliseconds. */
const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 5000;

/** The connection to an endpoint. */
export interface Reconnectable {
  /** Whether a call could be sent. */
  readonly isUsable: boolean;
  /** Connects in the background, unless it is connecting. */
  wake(): void;
}

/** An endpoint and its next attempt. */
interface Watched {
  readonly upstream: Reconnectable;
  retryMs: number;
  /** Time of the next attempt, milliseconds. */
  retryAt: number;
}

/** Options of {@linkcode Reconnector}. */
export interface ReconnectorOptions {
  readonly clock: Clock;
  readonly upstreams: readonly Reconnectable[];
  /** Reports whether calls are in progress. */
  isBusy(): boolean;
}

/**
 * Connects again as soon as an endpoint has closed a connection, so that the next call finds one:
 * servers close connections at their `MaxConnectionAge` and when they restart. A session that is
 * not used has no timer, and connects when a client needs it.
 */
export class Reconnector implements Disposable {
  readonly #options: ReconnectorOptions;
  readonly #watched: readonly Watched[];
  #lastUsed = 0;
  #cancel: (() => void) | undefined;

  constructor(options: ReconnectorOptions) {
    this.#options = options;
    this.#watched = options.upstreams.map((upstream) => ({ upstream, retryMs: 0, retryAt: 0 }));
  }

  /** Starts the checks: a call begins or ends. */
  used(): void {
    const { clock } = this.#options;
    this.#lastUsed = clock.now();
    this.#cancel ??= clock.after(CHECK_MS, () => this.#check());
  }

  #check(): void {
    this.#cancel = undefined;
    const { clock, isBusy } = this.#options;
    const now = clock.now();
    for (const watched of this.#watched) reconnect(watched, now);
    const age = now - this.#lastUsed;
    // A negative age: the clock was set back.
    if (!isBusy() && (age < 0 || age >= IN_USE_MS)) return;
    this.#cancel = clock.after(CHECK_MS, () => this.#check());
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function reconnect(watched: Watched, now: number): void {
  const { upstream, retryMs, retryAt } = watched;
  if (upstream.isUsable) {
    watched.retryMs = 0;
    watched.retryAt = 0;
    return;
  }
  // A time further away than the longest delay: the clock was set back.
  if (now < retryAt && retryAt - now <= MAX_RETRY_MS) return;
  watched.retryMs = Math.min(Math.max(2 * retryMs, MIN_RETRY_MS), MAX_RETRY_MS);
  watched.retryAt = now + watched.retryMs;
  upstream.wake();
}
