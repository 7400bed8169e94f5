/**
 * Why the store refuses something.
 *
 * @module
 */

/** The kinds of refusal. */
export type StateRefusal =
  | "not-found"
  | "exists"
  | "owner"
  | "version"
  | "phase"
  | "finalizers";

/** A read or write that the store refuses; nothing has changed then. */
export class StateError extends Error {
  override readonly name = "StateError";

  constructor(readonly reason: StateRefusal, message: string) {
    super(message);
  }
}
