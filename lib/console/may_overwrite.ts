/**
 * The question before a file is overwritten.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { exists, isSpecial } from "../platform/files.ts";
import { rejectExistingFiles, requireParentFolders } from "../platform/new_files.ts";
import { resolve } from "../platform/paths.ts";
import type { ConsoleContext } from "./context.ts";
import { unaskable } from "../platform/unaskable.ts";

/**
 * Returns whether an existing file is to be replaced. A device or pipe is written to without a question.
 *
 * @throws {OsctlError} of kind `file` when it exists on no terminal, of kind `cancelled` when
 *   the answer is no.
 */
export async function mayOverwrite(
  { cwd, prompts, terminal }: Pick<ConsoleContext, "cwd" | "prompts" | "terminal">,
  file: string,
  force: boolean,
): Promise<boolean> {
  const options = { cwd, force };
  await requireParentFolders([file], options);
  const path = resolve(cwd, file);
  if (force || !(await exists(path))) return force;
  if (await isSpecial(path)) return true;
  if (unaskable(terminal) !== undefined) await rejectExistingFiles([file], options);
  if (await prompts.confirm(`${file} exists; overwrite it?`)) return true;
  throw new OsctlError("cancelled", "aborted; nothing was changed");
}
