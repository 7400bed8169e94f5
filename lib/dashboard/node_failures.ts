/**
 * Errors of calls to a node.
 *
 * @module
 */
import { toNodeFailure } from "../client/node_error.ts";
import { OsctlError } from "../errors.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";

/**
 * Returns the error of one node.
 *
 * @throws Anything that is not an error of a node.
 */
export function errorOf(node: string, failure: unknown): OsctlError {
  if (!(failure instanceof OsctlError)) throw failure;
  return toNodeFailure(node, failure).error;
}

/**
 * Reports whether another attempt would fail too: the node, or the caller's role, does not permit
 * it.
 */
export function isRefusal(error: OsctlError): boolean {
  return error instanceof RpcError && errorClass(error.code) === "refused";
}
