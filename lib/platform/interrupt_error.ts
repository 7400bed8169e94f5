/**
 * Termination signals: abort reason and exit code.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Numbers of termination signals, the same on all systems. */
const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** A signal that terminates the program. */
export type TerminationSignal = keyof typeof NUMBERS;

/** Returns the exit code after a signal: 128 plus its number, as in POSIX shells. */
export function toExitCode(signal: TerminationSignal): number {
  return 128 + NUMBERS[signal];
}

/** The abort reason after a termination signal. */
export class InterruptError extends OsctlError {
  override readonly name = "InterruptError";
  /** See {@linkcode toExitCode}. */
  readonly exitCode: number;

  constructor(signal: TerminationSignal) {
    super("cancelled", `stopped by ${signal}`);
    this.exitCode = toExitCode(signal);
  }
}
