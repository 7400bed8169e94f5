/**
 * Commands that run until interrupted.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { InterruptError, toExitCode } from "../platform/interrupt_error.ts";

/**
 * Runs a body that follows an endless stream. ^C is its regular end; other errors are rethrown.
 *
 * @returns Whether ^C ended the body.
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
    if (stopped && reason instanceof InterruptError && reason.exitCode === INTERRUPTED) return true;
    throw error;
  }
}

const INTERRUPTED = toExitCode("SIGINT");
