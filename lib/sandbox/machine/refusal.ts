/**
 * How this machine's part of a node says no: as a real node does, mostly with `Unknown` and a text.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/mod.ts";

/** There is no such thing. */
export function notFound(message: string): StatusError {
  return new StatusError(StatusCode.notFound, message);
}

/** The user this node runs as may not. */
export function permissionDenied(message: string): StatusError {
  return new StatusError(StatusCode.permissionDenied, message);
}

/** It did not work, for a reason that has no code of its own. */
export function failed(message: string): StatusError {
  return new StatusError(StatusCode.unknown, message);
}
