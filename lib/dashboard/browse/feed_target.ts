/**
 * What feeds need from the dashboard.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";

/** The dashboard, as feeds use it. */
export interface FeedTarget {
  readonly client: NodeClient;
  readonly clock: Clock;
  /** Ends all calls and streams. */
  readonly signal: AbortSignal;
  /** Longest deadline of a call, milliseconds. */
  readonly callMs: number;
  /** Called after each change of a feed. */
  changed(): void;
  /** Ends the dashboard with a bug. */
  fail(error: unknown): void;
}

/**
 * Runs work until the returned function is called.
 *
 * @param work Ends when the signal aborts; its other errors are bugs.
 */
export function runUntilClosed(
  { signal, fail }: Pick<FeedTarget, "signal" | "fail">,
  work: (signal: AbortSignal) => readonly Promise<void>[],
): () => void {
  const stop = new AbortController();
  const interrupt = () => stop.abort(signal.reason);
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  for (const running of work(stop.signal)) {
    running.catch((error) => {
      if (!stop.signal.aborted) fail(error);
    });
  }
  return () => {
    signal.removeEventListener("abort", interrupt);
    stop.abort(new OsctlError("cancelled", "the view was closed"));
  };
}
