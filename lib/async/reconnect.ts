/**
 * Reopens streams after a lost connection.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { sleep } from "./sleep.ts";

/** Options of {@linkcode withReconnect}. */
export interface ReconnectOptions<T> {
  readonly clock: Clock;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Pauses between attempts, milliseconds; the last one is repeated. */
  readonly pausesMs: readonly [number, ...number[]];
  /** Longest outage, milliseconds; the stream fails after it. */
  readonly maxOutageMs: number;
  /** Returns the reason to reconnect after an error; undefined for a permanent error. */
  getReason(error: unknown): string | undefined;
  /** Called with the reason, once per outage. */
  onLost(reason: string): void | Promise<void>;
  /** Called before every attempt but the first. */
  onReopen?(): void;
  /** Called on the first item after an outage. */
  onRecovered?(): void;
  /** Reports whether an item ends an outage; every item by default. */
  isProgress?(item: T): boolean;
  /** Creates the error for a stream that the peer keeps ending for `maxOutageMs`. */
  endedError(): unknown;
}

/** A stream that was open this long ends an outage, milliseconds. */
const STABLE_MS = 30_000;

/**
 * Yields the items of a stream, which is reopened whenever it ends or its connection is lost.
 * Does not end by itself.
 *
 * @param open Opens the stream, each time after the last yielded item.
 * @throws Errors before the first item, permanent errors, and the last error when an outage exceeds
 * `maxOutageMs`.
 */
export async function* withReconnect<T>(
  open: () => AsyncIterable<T>,
  options: ReconnectOptions<T>,
): AsyncGenerator<T, void, undefined> {
  const { clock, signal, pausesMs, isProgress = () => true } = options;
  let hasStarted = false;
  let attempt = 0;
  /** Start of the outage; undefined while connected. */
  let lostAt: number | undefined;
  let isReported = false;
  while (true) {
    let failure: { error: unknown } | undefined;
    let reason: string | undefined = "the node ended the stream";
    let openedAt = Infinity;
    try {
      for await (const item of open()) {
        hasStarted = true;
        openedAt = Math.min(openedAt, clock.now());
        if (isReported) options.onRecovered?.();
        isReported = false;
        if (isProgress(item)) {
          attempt = 0;
          lostAt = undefined;
        }
        yield item;
      }
    } catch (error) {
      reason = hasStarted ? options.getReason(error) : undefined;
      if (reason === undefined) throw error;
      failure = { error };
    }
    signal.throwIfAborted();
    if (clock.now() - openedAt >= STABLE_MS) {
      attempt = 0;
      lostAt = undefined;
    }
    if (lostAt === undefined) {
      lostAt = clock.now();
      isReported = true;
      await options.onLost(reason);
    }
    const pauseMs = pausesMs[Math.min(attempt++, pausesMs.length - 1)]!;
    if (clock.now() + pauseMs - lostAt > options.maxOutageMs) {
      throw failure === undefined ? options.endedError() : failure.error;
    }
    if (pauseMs > 0) await sleep(clock, pauseMs, signal);
    options.onReopen?.();
  }
}
