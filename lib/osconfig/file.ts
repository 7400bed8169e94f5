/**
 * The client configuration on disk: read without creating it, changed without losing updates.
 *
 * @module
 */
import { withFileLock } from "../platform/file_lock.ts";
import { ensureFolder, readText, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import { dirname } from "../platform/paths.ts";
import { parseConfig, type ParsedConfig } from "./document.ts";
import { ConfigEditor, renderConfig } from "./editor.ts";
import { CONFIG_LIMITS } from "./limits.ts";
import { findReference, locateForReading, locateForWriting, type Surroundings } from "./locate.ts";
import { missingConfigError } from "./select.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Reads a client configuration file.
 *
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function loadFile(path: string): Promise<ParsedConfig> {
  return parseConfig(await readText(path, CONFIG_LIMITS), path, path);
}

/**
 * Changes a client configuration file, or creates it: read, changed and replaced under a lock, so
 * that no other process loses its update or sees half a file. The file is 0600, a new folder 0700.
 * Nothing is written when the change throws or changes nothing.
 *
 * @returns The result of `change`.
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function editConfig<T>(
  path: string,
  { clock, signal }: Pick<System, "clock" | "signal">,
  change: (editor: ConfigEditor) => T | Promise<T>,
): Promise<T> {
  await ensureFolder(dirname(path), FOLDER_MODE);
  return await withFileLock(path, { clock, signal }, async () => {
    const before = await readTextIfPresent(path, CONFIG_LIMITS);
    const editor = new ConfigEditor(parseConfig(before ?? "", path, path));
    const result = await change(editor);
    const after = editor.toString();
    const unchanged = after === before || (before === undefined && after === renderConfig("", {}));
    if (!unchanged) await writeFileAtomic(path, after, { mode: FILE_MODE });
    return result;
  });
}

/**
 * Changes the configuration that is in use; unlike {@linkcode editConfig}, it never creates one.
 *
 * @param flag The value of `--osconfig`; `""` when not given.
 * @throws {OsctlError} of kind `file` or `input`, also when there is no configuration.
 */
export async function editExisting<T>(
  flag: string,
  system: Surroundings & Pick<System, "clock" | "signal">,
  change: (editor: ConfigEditor) => T | Promise<T>,
): Promise<T> {
  if (await locateForReading(flag, system) === undefined) {
    throw missingConfigError(await findReference(system));
  }
  return await editConfig(await locateForWriting(flag, system), system, change);
}

/**
 * Writes a new client configuration file, 0600, with its folder.
 *
 * @throws {OsctlError} of kind `file`, also when the file exists.
 */
export async function createConfig(path: string, text: string): Promise<void> {
  await ensureFolder(dirname(path), FOLDER_MODE);
  await writeFileAtomic(path, text, { mode: FILE_MODE, overwrite: false });
}
