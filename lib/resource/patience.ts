/**
 * Limits to waiting for a node, by the program's own clock.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { formatDuration } from "../output/duration.ts";
import type { Clock } from "../platform/system.ts";

/** How long to wait. */
export interface Patience {
  readonly clock: Clock;
  /** For each message, milliseconds. */
  readonly ms: number;
  /** Only the first message has to come in time. */
  readonly firstOnly?: boolean;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A stream that fails when its next message takes too long. Time in which nobody waits for it does
 * not count, so a reader may take its time.
 *
 * @param open Opens the stream, which ends when the signal is aborted.
 */
export async function* patiently<T>(
  { clock, ms, firstOnly = false, signal }: Patience,
  open: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const late = new AbortController();
  const both = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  let waitingSince: number | undefined = clock.now();
  // One timer serves many messages, since most come long before it is due.
  const check = () => {
    const waited = waitingSince === undefined ? 0 : clock.now() - waitingSince;
    if (waited >= ms) late.abort(tooLate(ms));
    else stop = clock.after(ms - waited, check);
  };
  let stop = clock.after(ms, check);
  try {
    for await (const item of open(both)) {
      waitingSince = undefined;
      if (firstOnly) stop();
      yield item;
      waitingSince = clock.now();
    }
  } finally {
    stop();
  }
}

function tooLate(ms: number): OsctlError {
  return new OsctlError("node", `no answer within ${formatDuration(ms)}`, {
    hint: "a longer OSCTL_CALL_TIMEOUT lets it wait more",
  });
}
