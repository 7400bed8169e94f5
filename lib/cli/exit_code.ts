/**
 * The exit codes:
 *
 * | code | meaning |
 * | --- | --- |
 * | 0 | success; also when ^C ended a followed stream, or the reader closed the output of a query |
 * | 1 | failure: of any node, even when others succeeded; of a file or connection; a difference; a bug |
 * | 2 | usage error: unknown flag or command, invalid value, missing argument, no nodes; differences found by `cluster plan` and `cluster diff` |
 * | 75 | the pod of a rollout moves to another node |
 * | 129 | cancelled because the terminal was closed (SIGHUP) |
 * | 130 | cancelled by ^C (SIGINT) or at a prompt |
 * | 143 | cancelled by SIGTERM |
 *
 * @module
 */
import { NegativeResult, OsctlError } from "../errors.ts";
import { InterruptError, toExitCode } from "../platform/interrupt_error.ts";

/** Success. */
export const DONE = 0;

/** Returns the exit code for a thrown value; `reason` is the reason of the aborted signal, if any. */
export function exitCode(error: unknown, reason?: unknown): number {
  if (reason instanceof InterruptError) return reason.exitCode;
  if (error instanceof InterruptError) return error.exitCode;
  if (!(error instanceof OsctlError)) return 1;
  if (error instanceof NegativeResult) return error.exitCode;
  if (error.kind === "usage") return 2;
  return error.kind === "cancelled" ? toExitCode("SIGINT") : 1;
}
