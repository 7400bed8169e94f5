/**
 * The reason of an `AbortSignal` that a person or the system aborted.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** The signals that end the program, with their numbers, which are the same on every system. */
const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** A signal that ends the program. */
export type TerminationSignal = keyof typeof NUMBERS;

/** The exit code of a program that a signal ended: 128 and the signal's number. */
export function toExitCode(signal: TerminationSignal): number {
  return 128 + NUMBERS[signal];
}

/** The program was told to stop by a signal. */
export class InterruptError extends OsctlError {
  override readonly name = "InterruptError";
  /** See {@linkcode toExitCode}. */
  readonly exitCode: number;

  constructor(signal: TerminationSignal) {
    super("cancelled", `stopped by ${signal}`);
    this.exitCode = toExitCode(signal);
  }
}
