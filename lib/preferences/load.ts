/**
 * Reads the preferences, without creating their file.
 *
 * @module
 */
import { preferencesPath } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { readTextIfPresent } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import { NO_PREFERENCES, type Preferences } from "./types.ts";

/** Maximum size of the file, bytes. */
export const LIMITS = { bytes: 1024 * 1024 };

/** The preferences of each command. */
const LOADED = new WeakMap<object, Promise<Preferences>>();

/** Returns the preferences of the user, read once for a system; none without a file. */
export function loadPreferences(
  system: Pick<System, "home">,
  { noPreferences = false }: { readonly noPreferences?: boolean | undefined } = {},
): Promise<Preferences> {
  if (noPreferences) return Promise.resolve(NO_PREFERENCES);
  return LOADED.getOrInsertComputed(system, () => readPreferences(system));
}

/**
 * Reads the preferences of the user.
 *
 * @throws {OsctlError} of kind `file`, or `input` with the line of the first error.
 */
async function readPreferences({ home }: Pick<System, "home">): Promise<Preferences> {
  const path = preferencesPath(home);
  const text = await readTextIfPresent(path, LIMITS).catch((error: unknown) => {
    // Preferences are optional: a command runs without the permission to read them.
    const cause = error instanceof OsctlError ? error.cause : error;
    if (!(cause instanceof Deno.errors.NotCapable)) throw error;
    return undefined;
  });
  if (text === undefined) return NO_PREFERENCES;
  const { parsePreferences } = await import("./parse.ts");
  return parsePreferences(text, path).preferences;
}
