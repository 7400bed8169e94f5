/**
 * Time limits of answers from another process on this machine.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";

/** Timers of a limit. */
const STEPS = 5;

/**
 * Calls back after a time, milliseconds, and returns a function that cancels it. Several timers in a
 * row make up the time: on a busy machine each is late, which extends the limit, and data that has
 * arrived meanwhile is read before the last one.
 */
export function afterSteps(clock: Clock, ms: number, callback: () => void): () => void {
  let cancel = () => {};
  const wait = (steps: number) => {
    cancel = clock.after(ms / STEPS, () => steps === 1 ? callback() : wait(steps - 1));
  };
  wait(STEPS);
  return () => cancel();
}

/**
 * Settles as an operation does, and closes its result when that is late.
 *
 * @throws {Deno.errors.TimedOut} after a time, milliseconds.
 */
export async function withinTime<T>(operation: Promise<T>, ms: number, clock: Clock): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const cancel = afterSteps(
    clock,
    ms,
    () => reject(new Deno.errors.TimedOut("the session did not respond")),
  );
  try {
    return await Promise.race([operation, expired]);
  } catch (error) {
    operation.then((late) => isCloseable(late) && late.close(), () => {});
    throw error;
  } finally {
    cancel();
  }
}

function isCloseable(value: unknown): value is { close(): void } {
  return typeof value === "object" && value !== null && "close" in value;
}
