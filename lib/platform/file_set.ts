/**
 * Writes a set of files atomically: all of them or none.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  exists,
  fileErrorReason,
  followLinks,
  isSpecial,
  keepOwner,
  removeIfPresent,
  renameNew,
  withFileErrors,
  writeFileAtomic,
} from "./files.ts";

/** Options of {@linkcode writeFileSet}. */
export interface FileSetOptions {
  /** Permission bits, regardless of the umask. */
  readonly mode: number;
  /** When false, an existing file is an error and stays unchanged. */
  readonly overwrite: boolean;
}

/** State of a file being written. */
interface Staged {
  /** Path given by the caller. */
  readonly path: string;
  target: string;
  /** Path of the new content, next to the target; empty until it is written. */
  fresh: string;
  /** Path of the previous content, retained until all files are in place. */
  old: string;
  /** Error of writing the content. */
  failure?: unknown;
  /** How the previous content was retained at `old`; undefined when it was not. */
  kept?: "linked" | "moved";
  placed: boolean;
}

/**
 * Writes files by absolute path. All contents are on disk before the first file is renamed into
 * place. After an error, files in place are removed and replaced ones restored.
 *
 * @throws {OsctlError} of kind `file` with the path.
 */
export async function writeFileSet(
  files: ReadonlyMap<string, string | Uint8Array>,
  { mode, overwrite }: FileSetOptions,
): Promise<void> {
  const staged = await stageAll([...files], mode);
  const failed = staged.find(({ failure }) => failure !== undefined);
  try {
    if (failed !== undefined) throw failed.failure;
    for (const file of staged) await place(file, overwrite);
  } catch (error) {
    for (const file of staged.toReversed()) await undo(file);
    throw error;
  }
  for (const { old, kept } of staged) if (kept !== undefined) await removeIfPresent(old);
}

/** Writes all contents in parallel, each next to its target. */
async function stageAll(
  files: readonly (readonly [string, string | Uint8Array])[],
  mode: number,
): Promise<Staged[]> {
  return await Promise.all(files.map(async ([path, content]) => {
    const file: Staged = { path, target: path, fresh: "", old: "", placed: false };
    try {
      file.target = await withFileErrors("write", path, () => followLinks(path));
      const stem = `${file.target}.${crypto.randomUUID().slice(0, 8)}`;
      await withFileErrors("write", path, () => rejectFolder(file.target));
      await rejectSpecialFile(path);
      [file.fresh, file.old] = [`${stem}.new`, `${stem}.old`];
      await stage(file, content, mode);
    } catch (error) {
      file.failure = error;
    }
    return file;
  }));
}

async function rejectFolder(target: string): Promise<void> {
  try {
    if ((await Deno.lstat(target)).isDirectory) throw new Deno.errors.IsADirectory(target);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Rejects a device or a pipe, which cannot be restored after an error of another file. */
async function rejectSpecialFile(path: string): Promise<void> {
  if (!(await withFileErrors("write", path, () => isSpecial(path)))) return;
  throw new OsctlError("file", `cannot write "${path}": is a device or a pipe`, {
    hint: "choose the path of a regular file",
  });
}

/** Writes the new content. Errors contain the requested path, not the temporary one. */
async function stage(
  file: { path: string; fresh: string },
  content: string | Uint8Array,
  mode: number,
) {
  try {
    await writeFileAtomic(file.fresh, content, { mode });
  } catch (error) {
    const reason = error instanceof OsctlError ? fileErrorReason(error.cause) : undefined;
    if (reason === undefined) throw error;
    throw new OsctlError("file", `cannot write "${file.path}": ${reason}`, { cause: error });
  }
}

async function place(file: Staged, overwrite: boolean): Promise<void> {
  const { path, target, fresh, old } = file;
  if (overwrite && await exists(target)) {
    file.kept = await withFileErrors("replace", path, () => retain(target, old));
  }
  await withFileErrors("write", path, async () => {
    if (file.kept !== undefined) await keepOwner(fresh, old);
    await (file.kept === "linked" ? Deno.rename(fresh, target) : renameNew(fresh, target));
    file.placed = true;
  });
}

/**
 * Retains a file under another name. A hard link keeps the old file in place if the process is killed
 * before the rename; file systems without hard links need a rename.
 */
async function retain(target: string, old: string): Promise<"linked" | "moved"> {
  try {
    await Deno.link(target, old);
    return "linked";
  } catch {
    await Deno.rename(target, old);
    return "moved";
  }
}

async function undo({ path, target, fresh, old, kept, placed }: Staged): Promise<void> {
  if (fresh !== "") await removeIfPresent(fresh);
  if (kept === "linked" && !placed) return await removeIfPresent(old);
  if (placed && kept !== "linked") await removeIfPresent(target);
  if (kept === undefined) return;
  try {
    await Deno.rename(old, target);
  } catch (error) {
    throw new OsctlError("file", `cannot restore "${path}": its previous content is in "${old}"`, {
      cause: error,
    });
  }
}
