/**
 * Tests whether the peer of a connection still responds.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import type { Connection } from "../http2/connection.ts";
import { afterSteps } from "./time_limit.ts";

/** Pings a peer, and resolves with whether it answers within a time, milliseconds. */
export async function isAnswered(
  connection: Connection,
  ms: number,
  clock: Clock,
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const cancel = afterSteps(clock, ms, () => resolve(false));
  try {
    return await Promise.race([connection.ping(), late]);
  } finally {
    cancel();
  }
}

/** Reports whether an age lies within a limit; not when the clock was set back. */
export function isWithin(age: number, limit: number): boolean {
  return age >= 0 && age < limit;
}
