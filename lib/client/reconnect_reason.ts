/**
 * Which errors of a stream another connection may cure.
 *
 * @module
 */
import { MultiNodeError, OsctlError } from "../errors.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";

/** Returns the message of an error that a new stream may not meet again, else undefined. */
export function reconnectReason(error: unknown): string | undefined {
  if (error instanceof MultiNodeError) {
    const reasons = error.failures.map((failure) => reconnectReason(failure.error));
    return reasons.includes(undefined) ? undefined : reasons[0];
  }
  if (!(error instanceof OsctlError)) return undefined;
  if (error instanceof RpcError && errorClass(error.code) !== "lost") return undefined;
  return error.kind === "connection" || error.kind === "node" ? error.message : undefined;
}
