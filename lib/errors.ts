/**
 * The error kinds. An `OsctlError` is meant for people: it says what failed, where, and what to do.
 * Anything else that is thrown is a bug. `lib/cli` alone turns a kind into an exit code.
 *
 * @module
 */

/**
 * What went wrong, as far as the caller has to care:
 *
 * - `usage`: the command line is wrong (unknown flag, bad value, missing argument, no nodes).
 * - `input`: a file or value given by the user is wrong (broken YAML, unknown context).
 * - `file`: a local file or folder could not be read or written.
 * - `connection`: no node could be talked to (refused, timed out, TLS).
 * - `node`: a node answered with an error.
 * - `unsupported`: this build, system or node cannot do it.
 * - `cancelled`: the user interrupted.
 */
export type ErrorKind =
  | "usage"
  | "input"
  | "file"
  | "connection"
  | "node"
  | "unsupported"
  | "cancelled";

/** Extra facts of an {@linkcode OsctlError}. */
export interface OsctlErrorOptions {
  /** What the user can do about it: an imperative without a full stop. */
  hint?: string;
  /** The foreign error behind this one. */
  cause?: unknown;
}

/** An expected error, shown to the user as one line and never with a stack trace. */
export class OsctlError extends Error {
  override readonly name: string = "OsctlError";
  /** The kind, which decides the exit code. */
  readonly kind: ErrorKind;
  /** What to do about it, if anything is known. */
  readonly hint: string | undefined;

  constructor(kind: ErrorKind, message: string, options: OsctlErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.hint = options.hint;
  }
}

/** One node's failure among several answers. */
export interface NodeFailure {
  /** The node as the user named it. */
  node: string;
  error: OsctlError;
}

/**
 * Some or all nodes failed. Printed as one line `<node>: <message>` for each; the exit code is 1
 * even when other nodes answered.
 */
export class MultiNodeError extends OsctlError {
  override readonly name = "MultiNodeError";
  readonly failures: readonly NodeFailure[];

  constructor(failures: readonly NodeFailure[]) {
    super("node", failures.map(({ node, error }) => `${node}: ${error.message}`).join("\n"));
    this.failures = failures;
  }
}

/** Several things went wrong that no node is to blame for. Printed as one line for each. */
export class MultiError extends OsctlError {
  override readonly name = "MultiError";
  readonly errors: readonly OsctlError[];

  /** `errors` is not empty; the first one's kind is that of all. */
  constructor(errors: readonly [OsctlError, ...OsctlError[]]) {
    super(errors[0].kind, errors.map(({ message }) => message).join("\n"));
    this.errors = errors;
  }
}
