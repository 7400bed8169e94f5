/**
 * Commands that print until they are told to stop.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { exitCodeOf, Interruption } from "../platform/interruption.ts";

/**
 * Runs what follows something without end. ^C is the usual way to end that, so it is no failure;
 * any other reason to stop passes.
 *
 * @returns Whether ^C ended it.
 */
export async function untilInterrupted(
  signal: AbortSignal,
  body: () => Promise<void>,
): Promise<boolean> {
  try {
    await body();
    return false;
  } catch (error) {
    const stopped = error === signal.reason ||
      (error instanceof OsctlError && error.kind === "cancelled");
    const { reason } = signal;
    if (stopped && reason instanceof Interruption && reason.exitCode === INTERRUPTED) return true;
    throw error;
  }
}

const INTERRUPTED = exitCodeOf("SIGINT");
