/**
 * The end of work that changes nodes, when the reader of the output closes it.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/**
 * Work on nodes that stopped before its end. Commands that only read end silently when the reader of
 * their output closes it; this error is reported.
 */
export class UnfinishedError extends OsctlError {
  override readonly name = "UnfinishedError";

  constructor(cause: unknown) {
    super("file", "stopped: the reader of the output has closed it", { cause });
  }
}

/** Returns the error that ends work on nodes after its signal was aborted. */
export function stopReason({ reason }: AbortSignal): unknown {
  return reason instanceof Deno.errors.BrokenPipe ? new UnfinishedError(reason) : reason;
}
