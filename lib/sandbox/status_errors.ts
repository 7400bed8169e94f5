/**
 * Factories of gRPC status errors. Talos nodes return `Unknown` for most failures.
 *
 * @module
 */
import { StatusCode, StatusError } from "../rpc/mod.ts";

/** Creates an error with code `NotFound`. */
export function notFoundError(message: string): StatusError {
  return new StatusError(StatusCode.notFound, message);
}

/** Creates an error with code `PermissionDenied`. */
export function permissionDeniedError(message: string): StatusError {
  return new StatusError(StatusCode.permissionDenied, message);
}

/** Creates an error with code `Unknown`. */
export function unknownError(message: string): StatusError {
  return new StatusError(StatusCode.unknown, message);
}

/** Creates an error with code `InvalidArgument`. */
export function invalidArgumentError(message: string): StatusError {
  return new StatusError(StatusCode.invalidArgument, message);
}

/** Creates an error with code `FailedPrecondition`. */
export function failedPreconditionError(message: string): StatusError {
  return new StatusError(StatusCode.failedPrecondition, message);
}
