/**
 * Expected errors. An `OsctlError` is printed as one line: what failed, where, and a hint. Any other
 * thrown value is a bug. Only `lib/cli` maps a kind to an exit code.
 *
 * @module
 */

/**
 * Class of an expected error:
 *
 * - `usage`: invalid command line (unknown flag, bad value, missing argument, no nodes).
 * - `input`: invalid file content or value (malformed YAML, unknown context).
 * - `file`: a local file or folder cannot be read or written.
 * - `connection`: no node is reachable (refused, timed out, TLS).
 * - `node`: a node or the Kubernetes API returned an error.
 * - `unsupported`: not supported by this build, operating system or node.
 * - `cancelled`: interrupted by the user.
 */
export type ErrorKind =
  | "usage"
  | "input"
  | "file"
  | "connection"
  | "node"
  | "unsupported"
  | "cancelled";

/** Options of {@linkcode OsctlError}. */
export interface OsctlErrorOptions {
  /** Suggested action: an imperative without a full stop. */
  hint?: string;
  /** Underlying error of the runtime or a library. */
  cause?: unknown;
}

/** An expected error, printed as one line and never with a stack trace. */
export class OsctlError extends Error {
  override readonly name: string = "OsctlError";
  /** Determines the exit code. */
  readonly kind: ErrorKind;
  /** Suggested action, if there is one. */
  readonly hint: string | undefined;

  constructor(kind: ErrorKind, message: string, options: OsctlErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.hint = options.hint;
  }
}

/**
 * A negative result of a command that answers a question. The output shows it; the exit code is 1, and
 * no message is printed.
 */
export class NegativeResult extends OsctlError {
  override readonly name = "NegativeResult";

  constructor(message: string) {
    super("node", message);
  }
}

/** An error of one node in a multi-node call. */
export interface NodeFailure {
  /** The node as the user named it. */
  node: string;
  error: OsctlError;
}

/**
 * Errors of some or all nodes of a call, printed as one line `<node>: <message>` each. The exit code
 * is 1 even when other nodes succeeded.
 */
export class MultiNodeError extends OsctlError {
  override readonly name = "MultiNodeError";
  readonly failures: readonly NodeFailure[];

  constructor(failures: readonly NodeFailure[]) {
    super("node", failures.map(({ node, error }) => `${node}: ${error.message}`).join("\n"));
    this.failures = failures;
  }
}

/** Several errors that belong to no node, printed as one line each. */
export class MultiError extends OsctlError {
  override readonly name = "MultiError";
  readonly errors: readonly OsctlError[];

  /** The kind of the first error applies to all. */
  constructor(errors: readonly [OsctlError, ...OsctlError[]]) {
    super(errors[0].kind, errors.map(({ message }) => message).join("\n"));
    this.errors = errors;
  }
}
