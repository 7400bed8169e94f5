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

/**
 * An expected error, printed as one line and never with a stack trace. The runtime's text about a
 * missing permission becomes a short reason, and its flag the hint.
 */
export class OsctlError extends Error {
  /** Name of the class. */
  override readonly name: string = "OsctlError";
  /** Determines the exit code. */
  readonly kind: ErrorKind;
  /** Suggested action, if there is one. */
  readonly hint: string | undefined;

  /** Creates an error; the message says what failed and why, without a full stop. */
  constructor(kind: ErrorKind, message: string, options: OsctlErrorOptions = {}) {
    const denial = findDenial(message);
    super(
      denial === undefined ? message : message.replace(denial.text, DENIED),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.kind = kind;
    this.hint = denial === undefined ? options.hint : `add ${denial.flag}`;
  }
}

/**
 * A negative result of a command that answers a question. The output shows it, and no message is
 * printed.
 */
export class NegativeResult extends OsctlError {
  override readonly name = "NegativeResult";
  readonly exitCode: number;

  /** @param exitCode 1; another one where 1 means that there is no answer. */
  constructor(message: string, exitCode = 1) {
    super("node", message);
    this.exitCode = exitCode;
  }
}

const DENIED = "permission denied by the runtime";

/** A missing permission of the runtime. */
export interface Denial {
  /** The part of the message. */
  readonly text: string;
  /** `read`, `write`, `net`, `env`, `run`, `sys`, `import`, `ffi`. */
  readonly access: string;
  /** The path, address or name; undefined where the runtime names none. */
  readonly value: string | undefined;
  /** The flag to add, with its value. */
  readonly flag: string;
}

const DENIAL = /Requires (\w+) access(?: to "([^"]*)")?, run again with the (--allow-[\w-]+) flag/;

/** Files that the program creates beside one that is requested: the permission is for the folder. */
const BESIDE = /(?<folder>^|.*[/\\])[^/\\]*\.(tmp|lock|part|swp)$/;

/** Finds the runtime's text about a missing permission in a message. */
export function findDenial(message: string): Denial | undefined {
  const found = DENIAL.exec(message);
  if (!found) return undefined;
  const [text, access, value, flag] = found;
  return { text, access: access!, value, flag: toFlag(flag!, value) };
}

function toFlag(flag: string, value: string | undefined): string {
  if (value === undefined || flag === "--allow-all") return flag;
  const folder = BESIDE.exec(value)?.groups?.["folder"];
  const allowed = folder === undefined ? value : folder.replace(/(.)[/\\]$/, "$1") || ".";
  return /^[\w@%+=:,.\[\]/\\-]+$/.test(allowed) ? `${flag}=${allowed}` : `'${flag}=${allowed}'`;
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

/** Returns one error for all of them; undefined without any. */
export function combineErrors(errors: readonly OsctlError[]): OsctlError | undefined {
  const [first, ...others] = errors;
  return first === undefined || others.length === 0 ? first : new MultiError([first, ...others]);
}
