/**
 * The context that was current before the last `config context`, in a file beside the configuration.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import { CONFIG_LIMITS } from "./limits.ts";

function pathOf(config: string): string {
  return `${config}.previous`;
}

/**
 * Returns the name of the previous context.
 *
 * @param config Path of the client configuration.
 * @throws {OsctlError} of kind `input` without one.
 */
export async function readPreviousContext(config: string): Promise<string> {
  const text = await readTextIfPresent(pathOf(config), CONFIG_LIMITS);
  const name = text?.replace(/\n$/, "") ?? "";
  if (name !== "") return name;
  throw new OsctlError("input", "no previous context: none was switched from", {
    hint: 'list the contexts with "osctl config contexts"',
  });
}

/** Follows the renaming of a context. */
export async function renamePreviousContext(
  config: string,
  name: string,
  newName: string,
): Promise<void> {
  const text = await readTextIfPresent(pathOf(config), CONFIG_LIMITS);
  if (text === `${name}\n`) await writePreviousContext(config, newName);
}

/** Stores the name of the context that a switch replaced. */
export async function writePreviousContext(config: string, name: string): Promise<void> {
  await writeFileAtomic(pathOf(config), `${name}\n`, { mode: 0o600 });
}
