/**
 * Converts errors of calls to errors with a message and a hint. No other module does.
 *
 * @module
 */
import { type ErrorKind, OsctlError, type OsctlErrorOptions } from "../errors.ts";
import { quoteNodeText } from "../pki/redact_node_text.ts";
import { ErrorCode, Http2Error, KeepaliveTimeoutError } from "./http2/errors.ts";
import { PING_TIMEOUT_MS } from "./http2/keepalive_monitor.ts";
import { codeName, type Status, StatusCode, StatusError } from "./status.ts";

/** A call that ended with a status other than OK. */
export class RpcError extends OsctlError implements Status {
  override readonly name = "RpcError";

  constructor(
    kind: ErrorKind,
    message: string,
    /** The status code. */
    readonly code: number,
    /** The status message, as the peer sent it; it may contain secrets of a machine configuration. */
    readonly details: string,
    options?: OsctlErrorOptions,
  ) {
    super(kind, message, options);
  }

  /** The name of the code, for example `PermissionDenied`. */
  get codeName(): string {
    return codeName(this.code);
  }
}

/** Status message of nodes for an insufficient role; PermissionDenied has other reasons too. */
export const NOT_AUTHORIZED = "not authorized";
const ROLES_HINT = "use a client certificate whose roles allow this";

const HINTS = new Map<number, string>([
  [StatusCode.unimplemented, "compare the node's version with this program's"],
  [StatusCode.unauthenticated, "check the credentials of the context"],
]);

/**
 * Creates an error of kind `node` from a status in trailers or in a message's metadata.
 *
 * @param details the status message, as the node sent it.
 */
export function statusError(code: number, details: string, cause?: unknown): RpcError {
  const lowRole = code === StatusCode.permissionDenied && details === NOT_AUTHORIZED;
  const hint = lowRole ? ROLES_HINT : HINTS.get(code);
  const message = details === ""
    ? `the node returned ${codeName(code)}`
    : `${quoteNodeText(details)} (${codeName(code)})`;
  return new RpcError("node", message, code, details, {
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Creates the error of a call that exceeded its deadline. */
export function deadlineError(endpoint: string, timeoutMs: number): RpcError {
  const message = `${endpoint} did not complete the call within ${formatDuration(timeoutMs)}`;
  return new RpcError("connection", message, StatusCode.deadlineExceeded, message);
}

/** Creates the error of a call that the caller cancelled. */
export function cancelledError(endpoint: string, cause: unknown): RpcError {
  const message = `the call to ${endpoint} was cancelled`;
  return new RpcError("cancelled", message, StatusCode.canceled, message, { cause });
}

/** Converts the error of a call. An `OsctlError` and a bug are returned unchanged. */
export function toCallError(error: unknown, endpoint: string): unknown {
  if (error instanceof StatusError) return statusError(error.code, error.details, error);
  if (!(error instanceof Http2Error)) return error;
  if (error.reason === "internal") return error.cause;
  if (error.reason === "reset") {
    const code = RESET_CODES.get(error.code) ?? StatusCode.internal;
    const message = `${endpoint} reset the call: ${error.message}`;
    return new RpcError("node", message, code, error.message, { cause: error });
  }
  const message = error.reason === "protocol"
    ? `${endpoint} violated HTTP/2: ${error.message}`
    : `lost the connection to ${endpoint}: ${reason(error)}`;
  return new RpcError("connection", message, StatusCode.unavailable, message, {
    cause: error,
    ...(error instanceof KeepaliveTimeoutError ? { hint: KEEPALIVE_HINT } : {}),
  });
}

const KEEPALIVE_HINT = "check the node and the network, then run the command again";

function reason(error: Http2Error): string {
  if (error instanceof KeepaliveTimeoutError) {
    return `no data since ${formatTime(error.since)}, ` +
      `no ping response within ${formatDuration(PING_TIMEOUT_MS)}`;
  }
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = systemCode(cause);
  return code === "ECONNRESET" || code === "EPIPE" ? "the connection was reset" : cause.message;
}

/** Status codes by HTTP/2 error code of a reset (gRPC over HTTP/2, "Errors"). */
const RESET_CODES = new Map<number, number>([
  [ErrorCode.refusedStream, StatusCode.unavailable],
  [ErrorCode.cancel, StatusCode.canceled],
  [ErrorCode.enhanceYourCalm, StatusCode.resourceExhausted],
  [ErrorCode.inadequateSecurity, StatusCode.permissionDenied],
]);

/** Returns the system's code of an error, for example `ECONNREFUSED`; empty when it has none. */
export function systemCode(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** Formats a time as `2024-05-01 12:30:00 UTC`. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

/** Formats a duration as `10s`, `1.5s` or `250ms`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
}
