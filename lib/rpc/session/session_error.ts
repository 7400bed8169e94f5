/**
 * Errors that mean that a session cannot be used.
 *
 * @module
 */
import { Http2Error } from "../http2/errors.ts";

/**
 * Returns why an error makes a session unusable: a stale socket, a session that ends or is suspended,
 * another program at its socket, or a limit of the system. Undefined for a bug.
 */
export function sessionFault(error: unknown): string | undefined {
  if (error instanceof Http2Error) return error.message;
  if (!(error instanceof Error)) return undefined;
  const isSystem = KINDS.some((kind) => error instanceof kind) ||
    ("code" in error && typeof error.code === "string");
  return isSystem ? error.message : undefined;
}

/** Errors of the runtime's operations on sockets; others have a `code`, such as EMFILE. */
const KINDS = [
  Deno.errors.BadResource,
  Deno.errors.BrokenPipe,
  Deno.errors.ConnectionAborted,
  Deno.errors.ConnectionRefused,
  Deno.errors.ConnectionReset,
  Deno.errors.Interrupted,
  Deno.errors.NotCapable,
  Deno.errors.NotConnected,
  Deno.errors.NotFound,
  Deno.errors.PermissionDenied,
  Deno.errors.TimedOut,
  Deno.errors.UnexpectedEof,
  Deno.errors.WouldBlock,
];
