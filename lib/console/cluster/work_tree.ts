/**
 * Whether git would commit a file.
 *
 * @module
 */
import { exists } from "../../platform/files.ts";
import { dirname, join } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";

/** Reports whether a folder is in a work tree of git. */
export async function isInWorkTree(folder: string): Promise<boolean> {
  for (let at = folder;; at = dirname(at)) {
    if (await exists(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

/**
 * Reports whether a file is in a work tree of git that does not ignore it; false when git cannot
 * tell.
 */
export async function isUnignored(
  { spawn }: Pick<System, "spawn">,
  path: string,
): Promise<boolean> {
  const cwd = dirname(path);
  if (!await isInWorkTree(cwd)) return false;
  try {
    const args = ["check-ignore", "--quiet", path];
    const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
    const { code } = await spawn("git", { args, cwd, ...streams }).status;
    return code === 1;
  } catch (error) {
    // Without git, or the permission to run it, nothing is known.
    const isMissing = error instanceof Deno.errors.NotFound;
    if (isMissing || error instanceof Deno.errors.NotCapable) return false;
    throw error;
  }
}
