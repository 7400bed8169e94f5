/**
 * Errors of the store.
 *
 * @module
 */

/** Error codes of the store. */
export type StateErrorReason =
  | "not-found"
  | "exists"
  | "owner"
  | "version"
  | "phase"
  | "finalizers";

/** A rejected read or write. The store is unchanged. */
export class StateError extends Error {
  override readonly name = "StateError";

  constructor(readonly reason: StateErrorReason, message: string) {
    super(message);
  }
}
