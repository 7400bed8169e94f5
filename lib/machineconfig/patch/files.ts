/**
 * Reads configurations and patches from files, and writes them.
 *
 * @module
 */
import { ensureFolder, withFileErrors, writeFileAtomic } from "../../platform/files.ts";
import { dirname, resolve } from "../../platform/paths.ts";
import type { Source } from "../load/locate.ts";
import { type ReadPlace, readSource as readAny } from "../load/source.ts";
import { errorOf } from "./problems.ts";

/**
 * Reads the text of a file, or of standard input for `-`.
 *
 * @throws {OsctlError} of kind `file` when it cannot be read, of kind `input` when it is not valid
 * UTF-8 or UTF-16.
 */
export async function readSource(path: string, place: ReadPlace): Promise<Source> {
  const { name, text, problems } = await readAny(path, place);
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  return { name, text };
}

/**
 * Replaces a file atomically, and creates its folder. A text with secrets is readable by the owner
 * only; otherwise an existing file keeps its mode.
 *
 * @throws {OsctlError} of kind `file` naming the path.
 */
export async function writeConfig(name: string, text: string, cwd: string): Promise<void> {
  const path = resolve(cwd, name);
  await ensureFolder(dirname(path));
  const { redactText } = await import("../redact/mod.ts");
  const mode = await modeOf(path);
  const hasSecrets = redactText(text) !== text;
  await writeFileAtomic(path, text, { mode: hasSecrets ? mode & 0o600 : mode });
}

/** Returns the permissions of a file, also of a new one. */
async function modeOf(path: string): Promise<number> {
  const mode = await withFileErrors("read", path, async () => {
    try {
      return (await Deno.stat(path)).mode;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  });
  return (mode ?? 0o644) & 0o777;
}
