/**
 * Version and commit of this program.
 *
 * @module
 */
import { toFilePath } from "./paths.ts";
import type { Spawn } from "./system.ts";

/** The version in `deno.json`. */
export const VERSION = "0.1.0";

/** Replaced by the bundler (scripts/bundle.ts). */
const COMMIT = "@osctl-commit@";

/** Returns the abbreviated commit, `unknown` for sources outside of their repository. */
export async function readCommit(spawn: Spawn): Promise<string> {
  if (!COMMIT.startsWith("@")) return COMMIT;
  const root = toFilePath(new URL("../..", import.meta.url), Deno.build.os);
  return await readSourceCommit(root, spawn) ?? "unknown";
}

/** Returns the commit of the repository at `root`; undefined when its top level is another folder. */
export async function readSourceCommit(root: string, spawn: Spawn): Promise<string | undefined> {
  const args = ["-C", root, "rev-parse", "--show-prefix", "--short=12", "HEAD"];
  try {
    const options = { args, stdin: "null", stdout: "piped", stderr: "null" } as const;
    const { success, stdout } = await spawn("git", options).output();
    const [prefix, commit = ""] = new TextDecoder().decode(stdout).split("\n");
    return success && prefix === "" && commit !== "" ? commit : undefined;
  } catch (error) {
    // Sources without git.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
