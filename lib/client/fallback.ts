/**
 * Falls back to an older method on nodes that do not have the newer one.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { RpcError, StatusCode } from "../rpc/mod.ts";
import { toNodeFailure } from "./node_error.ts";

/** Reports whether a node reported that it does not have the method. */
export function isUnimplemented(node: string, failure: unknown): boolean {
  if (!(failure instanceof OsctlError)) return false;
  const { error } = toNodeFailure(node, failure);
  const cause = error instanceof RpcError ? error : error.cause;
  return cause instanceof RpcError && cause.code === StatusCode.unimplemented;
}

/** Opens the stream of a node; opens `older` instead when the node does not have its method. */
export async function* withOlderStream<T>(
  node: string,
  newer: () => AsyncIterable<T>,
  older: () => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* newer();
    return;
  } catch (error) {
    // A method that a node does not have fails before its first message.
    if (!isUnimplemented(node, error)) throw error;
  }
  yield* older();
}
