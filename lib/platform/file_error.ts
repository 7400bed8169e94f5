/**
 * Reasons of file system errors.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Returns the reason of a file system error; undefined for other errors. */
export function fileErrorReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof OsctlError) return undefined;
  if (error instanceof Deno.errors.NotFound) return "no such file or directory";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  // `OsctlError` replaces it by the flag to add.
  if (error instanceof Deno.errors.NotCapable) return error.message;
  if (error instanceof Deno.errors.AlreadyExists) return "already exists";
  if (error instanceof Deno.errors.IsADirectory) return "is a directory";
  if (error instanceof Deno.errors.NotADirectory) return "a parent is not a directory";
  if (error instanceof Deno.errors.FilesystemLoop) return "too many levels of symbolic links";
  if (error instanceof TypeError && /\bNUL\b/i.test(error.message)) {
    return "the path contains a NUL byte";
  }
  const system = /^(.+?) \(os error \d+\)/.exec(error.message);
  return system?.[1]?.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}
