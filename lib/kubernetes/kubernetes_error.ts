/**
 * Errors of the Kubernetes API.
 *
 * @module
 */
import { OsctlError, type OsctlErrorOptions } from "../errors.ts";
import type { Status } from "./objects.ts";

/** An error response of the API, or an error event of a watch. */
export class KubernetesError extends OsctlError {
  override readonly name = "KubernetesError";

  constructor(
    message: string,
    /** HTTP status code. */
    readonly code: number,
    /** `reason` of the `Status`, such as `NotFound`; `""` when the response has none. */
    readonly reason: string,
    /** The `Status` of the response; undefined when it has none. */
    readonly status: Status | undefined,
    options: OsctlErrorOptions = {},
  ) {
    super("node", message, options);
  }
}

/** Reports whether an error is the API's `NotFound`. */
export function isNotFound(error: unknown): error is KubernetesError {
  return error instanceof KubernetesError && error.code === 404;
}

/** Reports whether an error is the API's `Conflict` or `AlreadyExists`. */
export function isConflict(error: unknown): error is KubernetesError {
  return error instanceof KubernetesError && error.code === 409;
}
