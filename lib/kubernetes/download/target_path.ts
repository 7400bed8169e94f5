/**
 * The file that a downloaded kubeconfig is written to.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { exists, withFileErrors } from "../../platform/files.ts";
import { join, resolve } from "../../platform/paths.ts";
import {
  chooseWritablePath,
  kubeconfigPaths,
  type KubeconfigSurroundings,
} from "../kubeconfig/files.ts";

/** Name of the file in a directory. */
const FILE_NAME = "kubeconfig";

/** Options of {@linkcode resolveTarget}. */
export interface TargetOptions {
  /** The path given by the user. */
  readonly path: string | undefined;
  readonly merge: boolean;
  readonly force: boolean;
}

/** A file to write. */
export interface Target {
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Returns the given file, or `kubeconfig` in the given directory. Without a path: to merge, the first
 * writable file of `KUBECONFIG` or else `~/.kube/config`; not to merge, a file in the current
 * directory.
 *
 * @throws {OsctlError} of kind `file` for an existing file, unless `merge` or `force` is set.
 */
export async function resolveTarget(
  { path, merge, force }: TargetOptions,
  system: KubeconfigSurroundings,
): Promise<Target> {
  const named = path ?? (merge ? await chooseWritablePath(kubeconfigPaths(system)) : system.cwd);
  const absolute = resolve(system.cwd, named);
  const file = await isDirectory(absolute) ? join(absolute, FILE_NAME) : absolute;
  const isThere = await exists(file);
  if (isThere && !merge && !force) {
    throw new OsctlError("file", `"${file}" already exists`, { hint: "overwrite it with --force" });
  }
  return { path: file, exists: isThere };
}

async function isDirectory(path: string): Promise<boolean> {
  return await withFileErrors("open", path, async () => {
    try {
      return (await Deno.stat(path)).isDirectory;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  });
}
