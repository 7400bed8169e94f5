/**
 * Several files that belong together: all of them are written, or none.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  claimName,
  exists,
  fileErrorReason,
  followLinks,
  isSpecial,
  removeIfPresent,
  withFileErrors,
  writeFileAtomic,
} from "./files.ts";

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
  target: string;
  /** The whole content, beside the target; empty until it is there. */
  fresh: string;
  /** What was there before, kept until all files are in place. */
  old: string;
  /** Why the content could not be written. */
  failure?: unknown;
  /** How what was there is kept at `old`; undefined while nothing is. */
  kept?: "linked" | "moved";
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

/** Writes all contents at once, each beside its target. */
async function stageAll(
  files: readonly (readonly [string, string])[],
  mode: number,
): Promise<Staged[]> {
  return await Promise.all(files.map(async ([path, content]) => {
    const file: Staged = { path, target: path, fresh: "", old: "", placed: false };
    try {
      file.target = await withFileErrors("write", path, () => followLinks(path));
      const stem = `${file.target}.${crypto.randomUUID().slice(0, 8)}`;
      await withFileErrors("write", path, () => refuseFolder(file.target));
      await refuseSpecial(path);
      [file.fresh, file.old] = [`${stem}.new`, `${stem}.old`];
      await stage(file, content, mode);
    } catch (error) {
      file.failure = error;
    }
    return file;
  }));
}

async function refuseFolder(target: string): Promise<void> {
  try {
    if ((await Deno.lstat(target)).isDirectory) throw new Deno.errors.IsADirectory(target);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** A device or a pipe cannot be put back should another file fail. */
async function refuseSpecial(path: string): Promise<void> {
  if (!(await withFileErrors("write", path, () => isSpecial(path)))) return;
  throw new OsctlError("file", `cannot write "${path}": it is a device or a pipe`, {
    hint: "choose the name of a file",
  });
}

/** Errors name the file that is wanted, not the one it is first written to. */
async function stage(file: { path: string; fresh: string }, content: string, mode: number) {
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
    file.kept = await withFileErrors("replace", path, () => keep(target, old));
  }
  await withFileErrors("write", path, async () => {
    if (file.kept !== "linked") {
      await claimName(target);
      file.placed = true;
    }
    await Deno.rename(fresh, target);
    file.placed = true;
  });
}

/**
 * Keeps what is at a name under another. A second link leaves the name taken, so that whoever ends
 * the program in the meantime finds the old file; not every file system has links.
 */
async function keep(target: string, old: string): Promise<"linked" | "moved"> {
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
    throw new OsctlError("file", `cannot put back "${path}"; what it held is in "${old}"`, {
      cause: error,
    });
  }
}
