/**
 * Operating system errors in the format of Talos nodes (Go): `<operation> <path>: <reason>`, for
 * example `stat /nope: no such file or directory`.
 *
 * @module
 */

/** Returns the reason of a failed system call in lower case, for example `permission denied`. */
export function systemErrorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Formats of Deno and of `node:` modules (`EACCES: permission denied, open '/x'`).
  const numbered = /^(.*?) \(os error \d+\)/s.exec(error.message) ??
    /^E[A-Z0-9]+: ([^,]*),/.exec(error.message);
  // Deno rejects a NUL in a path itself; the kernel would return EINVAL.
  if (numbered === null && error instanceof TypeError) return "invalid argument";
  const reason = numbered?.[1] ?? error.message;
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}

/** Formats a failed operation as `<operation> <path>: <reason>`. */
export function describeSystemError(operation: string, path: string, error: unknown): string {
  return `${operation} ${path}: ${systemErrorReason(error)}`;
}
