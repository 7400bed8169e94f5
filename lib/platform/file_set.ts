/**
 * Several files that belong together: all of them are written, or none.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { exists, followLinks, naming, removeIfPresent, writeFileAtomic } from "./files.ts";

/** How {@linkcode writeFileSet} writes. */
export interface FileSetOptions {
  /** Permission bits, exact whatever the umask. */
  readonly mode: number;
  /** When false, an existing file is an error and stays untouched. */
  readonly overwrite: boolean;
}

/** A file on its way. */
interface Staged {
  /** As the caller names it. */
  readonly path: string;
  readonly target: string;
  /** The whole content, beside the target. */
  readonly fresh: string;
  /** What was there before, kept until all files are in place. */
  readonly old: string;
  replaced: boolean;
  placed: boolean;
}

/**
 * Writes files by absolute path. All contents are on the disk before the first file appears; should
 * one not get into its place, those that already are go again and what they replaced comes back.
 *
 * @throws {OsctlError} of kind `file` naming the path.
 */
export async function writeFileSet(
  files: ReadonlyMap<string, string>,
  { mode, overwrite }: FileSetOptions,
): Promise<void> {
  const staged: Staged[] = [];
  try {
    for (const [path, content] of files) {
      const target = await naming("write", path, () => followLinks(path));
      const stem = `${target}.${crypto.randomUUID().slice(0, 8)}`;
      const file = { path, target, fresh: `${stem}.new`, old: `${stem}.old` };
      staged.push({ ...file, replaced: false, placed: false });
      await naming("write", path, () => refuseFolder(target));
      await writeFileAtomic(file.fresh, content, { mode });
    }
    for (const file of staged) await place(file, overwrite);
  } catch (error) {
    for (const file of staged.toReversed()) await undo(file);
    throw error;
  }
  for (const { old, replaced } of staged) if (replaced) await removeIfPresent(old);
}

async function refuseFolder(target: string): Promise<void> {
  try {
    if ((await Deno.lstat(target)).isDirectory) throw new Deno.errors.IsADirectory(target);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function place(file: Staged, overwrite: boolean): Promise<void> {
  const { path, target, fresh, old } = file;
  if (overwrite && await exists(target)) {
    await naming("replace", path, () => Deno.rename(target, old));
    file.replaced = true;
  }
  await naming("write", path, async () => {
    // Claims the name without a gap for a race; a rename alone would replace another's file.
    (await Deno.open(target, { write: true, createNew: true, mode: 0o600 })).close();
    file.placed = true;
    await Deno.rename(fresh, target);
  });
}

async function undo({ path, target, fresh, old, replaced, placed }: Staged): Promise<void> {
  await removeIfPresent(fresh);
  if (placed) await removeIfPresent(target);
  if (!replaced) return;
  try {
    await Deno.rename(old, target);
  } catch (error) {
    throw new OsctlError("file", `cannot put back "${path}"; what it held is in "${old}"`, {
      cause: error,
    });
  }
}
