/**
 * The exit codes:
 *
 * | code | meaning |
 * | --- | --- |
 * | 0 | done; also when a followed stream was ended by ^C, or the reader of the output has gone |
 * | 1 | failed: any node failed, even when others answered; a file, a connection; a bug |
 * | 2 | the command line is wrong: unknown flag or command, bad value, missing argument, no nodes |
 * | 129 | cancelled because the terminal was closed (SIGHUP) |
 * | 130 | cancelled by ^C (SIGINT), or by not answering a question |
 * | 143 | cancelled by SIGTERM |
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { exitCodeOf, Interruption } from "../platform/interruption.ts";

/** Everything was done. */
export const DONE = 0;

/** The exit code for a thrown value; `reason` is that of the aborted signal, if it was aborted. */
export function exitCode(error: unknown, reason?: unknown): number {
  if (reason instanceof Interruption) return reason.exitCode;
  if (error instanceof Interruption) return error.exitCode;
  if (!(error instanceof OsctlError)) return 1;
  if (error.kind === "usage") return 2;
  return error.kind === "cancelled" ? exitCodeOf("SIGINT") : 1;
}
