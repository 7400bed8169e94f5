/**
 * Target of an extraction: an existing folder, or a new path that gets its name when it is complete.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { isCurrent, tryLock } from "./file_lock.ts";
import { ensureFolder, exists, removeIfPresent, renameNew, withFileErrors } from "./files.ts";
import { dirname, join, resolve } from "./paths.ts";

/** Target of an extraction. */
export interface UnpackTarget {
  /** Absolute path of a folder that exists or can be created. */
  readonly path: string;
  /** `path` does not exist: it is extracted as `<path>.part`, and renamed when it is complete. */
  readonly isNew?: boolean;
  /** Whether an archive of a single file becomes a file at `path`, which does not exist. */
  readonly canBeFile?: boolean;
}

/**
 * Returns a target that exists as a folder or can be created. A missing one without a trailing slash
 * can become a file.
 *
 * @throws {OsctlError} of kind `file` when the path is not a folder.
 */
export async function findUnpackTarget(cwd: string, path: string): Promise<UnpackTarget> {
  const target = resolve(cwd, path);
  const found = await withFileErrors("open", path, async () => {
    try {
      return await Deno.stat(target);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  });
  if (!found) return { path: target, isNew: true, canBeFile: !/[/\\]$/.test(path) };
  if (found.isDirectory) return { path: target };
  throw new OsctlError("file", `"${path}" is not a directory`, {
    hint: "use a directory, or - for stdout",
  });
}

/** Path of a new target until it is complete. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/** First line of a lock file: it marks a `.part` as incomplete. */
const MARK = "incomplete copy\n";

/**
 * `<path>.part`, where one process at a time extracts a new target. A locked file beside it marks it
 * as incomplete, so that the next copy replaces what a killed one left.
 */
export class Part {
  readonly path: string;
  /** Whether the part of an interrupted copy was removed. */
  readonly isReplaced: boolean;
  readonly #target: string;
  readonly #lock: Deno.FsFile;

  private constructor(target: string, lock: Deno.FsFile, isReplaced: boolean) {
    this.path = partOf(target);
    this.isReplaced = isReplaced;
    this.#target = target;
    this.#lock = lock;
  }

  /**
   * Creates the parent folders, and removes what an interrupted copy left.
   *
   * @throws {OsctlError} of kind `file` while another process copies to the same target, or when the
   * path has other content.
   */
  static async claim(target: string): Promise<Part> {
    const path = partOf(target);
    const lockPath = lockOf(target);
    await ensureFolder(dirname(target));
    const lock = await withFileErrors(
      "lock",
      path,
      () => Deno.open(lockPath, { create: true, read: true, write: true, mode: 0o600 }),
    );
    try {
      if (!await tryLock(lock, path) || !await isCurrent(lock, lockPath)) {
        throw new OsctlError("file", `another copy is writing "${path}"`, {
          hint: "wait until it ends, or copy to another path",
        });
      }
      const isReplaced = await Part.#prepare(path, lockPath, lock);
      return new Part(target, lock, isReplaced);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Marks the part as incomplete; returns whether the part of an interrupted copy was removed. */
  static async #prepare(path: string, lockPath: string, lock: Deno.FsFile): Promise<boolean> {
    const mark = await readMark(lock);
    const isPresent = await exists(path);
    if (mark === MARK) {
      if (isPresent) await removeTree(path);
      return isPresent;
    }
    if (mark !== "") throw foreignError(lockPath);
    try {
      if (isPresent) throw foreignError(path);
      await withFileErrors("write", lockPath, () => writeMark(lock));
      return false;
    } catch (error) {
      await removeIfPresent(lockPath);
      throw error;
    }
  }

  /** Renames the part to the target. */
  async publish(isFile: boolean): Promise<void> {
    await withFileErrors("create", this.#target, async () => {
      if (isFile) return await renameNew(this.path, this.#target);
      // A rename would replace an empty folder that another process has created.
      if (await exists(this.#target)) throw new Deno.errors.AlreadyExists();
      await Deno.rename(this.path, this.#target);
    });
  }

  /** Releases the lock; the mark stays as long as there is a part. */
  async release(): Promise<void> {
    const isWindows = Deno.build.os === "windows";
    if (isWindows) this.#lock.close();
    try {
      // Removed while locked: another process that locks the removed file detects it.
      if (!await exists(this.path)) await removeIfPresent(lockOf(this.#target));
    } finally {
      if (!isWindows) this.#lock.close();
    }
  }
}

function lockOf(target: string): string {
  return `${partOf(target)}.lock`;
}

function foreignError(path: string): OsctlError {
  return new OsctlError("file", `"${path}" already exists, and no interrupted copy left it`, {
    hint: "rename it, or copy to another path",
  });
}

async function readMark(file: Deno.FsFile): Promise<string> {
  const bytes = new Uint8Array(MARK.length + 1);
  const length = await file.read(bytes) ?? 0;
  return new TextDecoder().decode(bytes.subarray(0, length));
}

async function writeMark(file: Deno.FsFile): Promise<void> {
  const bytes = new TextEncoder().encode(MARK);
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}

/** Removes a file or a folder, read-only folders in it included. */
async function removeTree(path: string): Promise<void> {
  await withFileErrors("remove", path, async () => {
    await makeWritable(path);
    await Deno.remove(path, { recursive: true });
  });
}

async function makeWritable(path: string): Promise<void> {
  if (Deno.build.os === "windows" || !(await Deno.lstat(path)).isDirectory) return;
  await Deno.chmod(path, 0o700);
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (isDirectory) await makeWritable(join(path, name));
  }
}
