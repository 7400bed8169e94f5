/**
 * Tests whether the peer of a connection still responds.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { sleep } from "../../async/sleep.ts";
import type { Connection } from "../http2/connection.ts";

/** Pings a peer, and resolves with whether it answers within a time, milliseconds. */
export async function isAnswered(
  connection: Connection,
  ms: number,
  clock: Clock,
): Promise<boolean> {
  const done = new AbortController();
  try {
    const late = sleep(clock, ms, done.signal).then(() => false, () => false);
    return await Promise.race([connection.ping(), late]);
  } finally {
    done.abort();
  }
}

/** Whether an age lies within a limit; not when the clock was set back. */
export function isWithin(age: number, limit: number): boolean {
  return age >= 0 && age < limit;
}
