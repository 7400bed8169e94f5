/**
 * Operating system errors in the words of a node: `<operation> <path>: <reason>`, the reason in
 * lower case and without the error number, for example `stat /nope: no such file or directory`.
 *
 * @module
 */

/** The reason of a failed system call in lower case, for example `permission denied`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The runtime's own wording, and that of its Node modules: `EACCES: permission denied, open '/x'`.
  const numbered = /^(.*?) \(os error \d+\)/s.exec(error.message) ??
    /^E[A-Z0-9]+: ([^,]*),/.exec(error.message);
  // A NUL inside a path never reaches the kernel, which would refuse it.
  if (numbered === null && error instanceof TypeError) return "invalid argument";
  const reason = numbered?.[1] ?? error.message;
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}

/** Says which operation failed on which path, and why. */
export function describe(operation: string, path: string, error: unknown): string {
  return `${operation} ${path}: ${reasonOf(error)}`;
}
