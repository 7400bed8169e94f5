/**
 * Files that only the user of this process may have written.
 *
 * @module
 */
import { withFileErrors } from "./files.ts";
import { userId } from "./private_folder.ts";

/** Permissions of the group and of others to write. */
const FOREIGN_WRITE = 0o022;

/**
 * Returns why another user may have written a file; undefined when only the user of this process may
 * have, and where files have no owner.
 *
 * @throws {OsctlError} of kind `file` when the file cannot be read.
 */
export async function findForeignWriter(path: string): Promise<string | undefined> {
  const own = userId();
  const { uid, mode } = await withFileErrors("read", path, () => Deno.stat(path));
  if (own === null || uid === null || mode === null) return undefined;
  if (uid !== own) return `it belongs to user ${uid}, and osctl runs as user ${own}`;
  return (mode & FOREIGN_WRITE) === 0 ? undefined : "other users may write it";
}
