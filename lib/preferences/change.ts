/**
 * Changes the file of the preferences without losing updates.
 *
 * @module
 */
import { preferencesPath } from "../distribution.ts";
import { withFileLock } from "../platform/file_lock.ts";
import { ensureFolder, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import { dirname } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";
import { LIMITS } from "./load.ts";
import { parsePreferences } from "./parse.ts";

/** Returns the text of the file; empty without one. */
export async function readPreferencesText({ home }: Pick<System, "home">): Promise<string> {
  return await readTextIfPresent(preferencesPath(home), LIMITS) ?? "";
}

/**
 * Changes the text of the file, or creates it. Writes nothing when the change throws or changes
 * nothing, or when the result is invalid.
 *
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function changePreferences(
  { home, clock, signal }: Pick<System, "home" | "clock" | "signal">,
  change: (text: string) => string | Promise<string>,
): Promise<void> {
  const path = preferencesPath(home);
  await ensureFolder(dirname(path), 0o700);
  await withFileLock(path, { clock, signal }, async () => {
    const before = await readTextIfPresent(path, LIMITS) ?? "";
    const after = await change(before);
    parsePreferences(after, path);
    if (after !== before) await writeFileAtomic(path, after, { mode: 0o600 });
  });
}
