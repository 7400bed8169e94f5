/**
 * Errors of the library.
 *
 * @module
 */
import type { NodeFailure as Failure } from "../lib/errors.ts";
import { MultiNodeError, OsctlError } from "../lib/errors.ts";

export { OsctlError };
export type { ErrorKind, OsctlErrorOptions } from "../lib/errors.ts";

/** An error of one node. */
export interface NodeFailure {
  /** The node as it was named. */
  readonly node: string;
  /** Why its call failed. */
  readonly error: OsctlError;
}

/** Returns the failure of each node of an error of several, in their order; else an empty list. */
export function failuresOf(error: unknown): readonly NodeFailure[] {
  return error instanceof MultiNodeError ? error.failures.map(toFailure) : [];
}

function toFailure({ node, error }: Failure): NodeFailure {
  return { node, error };
}
