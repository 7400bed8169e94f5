/**
 * Streams that are opened again after a connection is lost.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { sleep } from "./sleep.ts";

/** Options of {@linkcode reconnecting}. */
export interface ReconnectOptions<T> {
  readonly clock: Clock;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Pauses between attempts, milliseconds; the last one is repeated. */
  readonly pausesMs: readonly [number, ...number[]];
  /** Gives up after this long without a working stream, milliseconds. */
  readonly maxOutageMs: number;
  /** The reason to reconnect after an error, or undefined when another attempt would not help. */
  reasonOf(error: unknown): string | undefined;
  /** Called with the reason once for every outage. */
  onLost(reason: string): void | Promise<void>;
  /** Called before every attempt but the first. */
  onReopen?(): void;
  /** Called with the first item after an outage. */
  onBack?(): void;
  /** Whether an item proves that the stream works; every item when left out. */
  isProgress?(item: T): boolean;
  /** Creates the error for a stream that ends by itself until `maxOutageMs` have passed. */
  endedError(): unknown;
}

/** A stream that was open this long works, milliseconds. */
const STEADY_MS = 30_000;

/**
 * Yields the items of a stream, which is opened again whenever it ends or its connection is lost.
 * Does not end by itself.
 *
 * @param open Opens the stream, each time for what has not been yielded yet.
 * @throws What the first stream throws before its first item, an error without a reason to
 * reconnect, and the last error when the outage lasts longer than `maxOutageMs`.
 */
export async function* reconnecting<T>(
  open: () => AsyncIterable<T>,
  options: ReconnectOptions<T>,
): AsyncGenerator<T, void, undefined> {
  const { clock, signal, pausesMs, isProgress = () => true } = options;
  let hasStarted = false;
  let attempt = 0;
  /** Start of the outage; undefined while the stream works. */
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
        if (isReported) options.onBack?.();
        isReported = false;
        if (isProgress(item)) {
          attempt = 0;
          lostAt = undefined;
        }
        yield item;
      }
    } catch (error) {
      reason = hasStarted ? options.reasonOf(error) : undefined;
      if (reason === undefined) throw error;
      failure = { error };
    }
    signal.throwIfAborted();
    if (clock.now() - openedAt >= STEADY_MS) {
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
