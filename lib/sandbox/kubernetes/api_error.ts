/**
 * Errors of the Kubernetes API and their `Status` objects.
 *
 * @module
 */
import type { JsonMap } from "../objects/objects.ts";

/** HTTP status of each reason. */
const CODES = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  Timeout: 504,
} as const;

/** Machine-readable reason of a failure. */
export type Reason = keyof typeof CODES;

/** A failure that the client receives as a `Status`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly reason: Reason;
  readonly details: JsonMap | undefined;

  constructor(reason: Reason, message: string, details?: JsonMap) {
    super(message);
    this.reason = reason;
    this.details = details;
  }

  /** HTTP status code. */
  get code(): number {
    return CODES[this.reason];
  }

  /** The `Status` object. */
  toStatus(): JsonMap {
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: this.message,
      reason: this.reason,
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    };
  }
}

/** The kind of an object in error details. */
export interface ErrorTarget {
  readonly plural: string;
  readonly group: string;
  readonly kind: string;
}

function qualified({ plural, group }: ErrorTarget): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** Returns the error for a missing object. */
export function notFound(target: ErrorTarget, name: string): ApiError {
  return new ApiError("NotFound", `${qualified(target)} "${name}" not found`, {
    name,
    ...(target.group === "" ? {} : { group: target.group }),
    kind: target.plural,
  });
}

/** Returns the error for an existing object of the same name. */
export function alreadyExists(target: ErrorTarget, name: string): ApiError {
  return new ApiError("AlreadyExists", `${qualified(target)} "${name}" already exists`, {
    name,
    ...(target.group === "" ? {} : { group: target.group }),
    kind: target.plural,
  });
}

/** Returns the error for a write that conflicts with the stored object. */
export function conflict(target: ErrorTarget, name: string, reason: string): ApiError {
  return new ApiError(
    "Conflict",
    `Operation cannot be fulfilled on ${qualified(target)} "${name}": ${reason}`,
    { name, ...(target.group === "" ? {} : { group: target.group }), kind: target.plural },
  );
}

/** An invalid field. */
export interface FieldError {
  /** For example `spec.replicas`. */
  readonly field: string;
  /** Text after the field, for example `Required value`. */
  readonly message: string;
  readonly reason?: "FieldValueRequired" | "FieldValueInvalid" | "FieldValueForbidden";
}

/** Returns the error for an object with invalid fields. */
export function invalid(
  target: ErrorTarget,
  name: string,
  errors: readonly FieldError[],
): ApiError {
  const texts = errors.map(({ field, message }) => `${field}: ${message}`);
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const kind = target.group === "" ? target.kind : `${target.kind}.${target.group}`;
  return new ApiError("Invalid", `${kind} "${name}" is invalid: ${list}`, {
    ...(name === "" ? {} : { name }),
    ...(target.group === "" ? {} : { group: target.group }),
    kind: target.kind,
    causes: errors.map(({ field, message, reason }) => ({
      reason: reason ?? "FieldValueInvalid",
      message,
      field,
    })),
  });
}
