/**
 * Extracts an untrusted tar.gz archive. Writes only inside the target folder, does not change
 * existing files, and ignores owners, special mode bits and special files.
 *
 * @module
 */

import { OsctlError } from "../errors.ts";
import {
  createLink,
  ensureFolder,
  exists,
  removeIfPresent,
  renameNew,
  withFileErrors,
  writeAll,
} from "./files.ts";
import { createPartialFile, removePartialFiles } from "./partial_files.ts";
import { dirname, isWindowsName, join } from "./paths.ts";
import { ArchiveError } from "./tar/archive_error.ts";
import type { Piece, TarEntry } from "./tar/read_tar.ts";
import { TarGz } from "./tar/tar_gz.ts";
import { registerTemporaryFile } from "./temporary_files.ts";
import { Part, partOf, type UnpackTarget } from "./unpack_target.ts";

/** Permission bits that are applied; setuid, setgid and sticky are not. */
const MODE_MASK = 0o777;
/** Mode of a folder until all entries are extracted, so that files can be created in it. */
const TEMPORARY_FOLDER_MODE = 0o700;

/** Progress of an extraction. */
export interface UnpackProgress {
  /** Number of files and links that were created. */
  files: number;
  /** Path of the incomplete file or folder after an error, if any. */
  incomplete?: string | undefined;
  /** Called with the path after what an interrupted copy left there was removed. */
  readonly onReplaced?: (path: string) => void | Promise<void>;
}

/**
 * Extracts a tar.gz stream into a target, which is created if missing. Skips entries that must not
 * or cannot be created.
 *
 * @param progress Updated during the extraction.
 * @returns One error for each skipped entry, in the order of the archive, at most 100 and a count;
 * one error for all entries that exist already.
 * @throws {OsctlError} of kind `file` after a write error, of kind `node` for a corrupt or
 *   truncated archive; errors of `source`, after extracting the data before it.
 */
export async function unpackTarGz(
  source: AsyncIterable<Uint8Array>,
  target: UnpackTarget,
  progress: UnpackProgress = { files: 0 },
): Promise<OsctlError[]> {
  const skipped = new SkippedEntries();
  await using extraction = new Extraction(target, skipped, progress);
  const archive = new TarGz(source);
  try {
    for await (const entry of archive.entries()) await extraction.entry(entry);
  } catch (error) {
    await extraction.setModes();
    progress.incomplete = await extraction.abandon();
    throw error instanceof ArchiveError ? corruptError(error) : error;
  }
  await extraction.setModes();
  await extraction.publish();
  if (archive.failure) throw archive.failure.error;
  return skipped.toErrors();
}

function corruptError(cause: ArchiveError): OsctlError {
  return new OsctlError("node", `corrupt or truncated archive: ${cause.message}`, {
    hint: "try again",
    cause,
  });
}

const EXISTS = "already exists";

/** Creates the error for files that exist already. */
export function existingError(first: string, count: number): OsctlError {
  const what = count === 1
    ? `"${first}" already exists`
    : `${count} files already exist, "${first}" among them`;
  return new OsctlError("file", `cannot extract: ${what}`, {
    hint: "remove the existing files, or use another directory",
  });
}

/** Errors of skipped entries. */
class SkippedEntries {
  static readonly #MAX_ERRORS = 100;
  readonly #errors: OsctlError[] = [];
  #count = 0;
  #firstExisting: string | undefined;
  #existing = 0;

  add(name: string, reason: string): void {
    if (reason === EXISTS) {
      this.#firstExisting ??= name;
      this.#existing++;
      return;
    }
    this.#count++;
    if (this.#errors.length >= SkippedEntries.#MAX_ERRORS) return;
    this.#errors.push(new OsctlError("file", `cannot extract "${name}": ${reason}`));
  }

  toErrors(): OsctlError[] {
    const omitted = this.#count - this.#errors.length;
    const first = this.#firstExisting;
    const existing = first === undefined ? [] : [existingError(first, this.#existing)];
    if (omitted === 0) return [...this.#errors, ...existing];
    const more = new OsctlError("file", `cannot extract ${omitted} more entries`);
    return [...this.#errors, more, ...existing];
  }
}

/** Skips the current entry. */
class SkipError extends Error {}

/** Creates entries in one folder. */
class Extraction implements AsyncDisposable {
  readonly #target: UnpackTarget;
  /** The target, under its temporary name if it is new. */
  readonly #root: string;
  readonly #skipped: SkippedEntries;
  readonly #progress: UnpackProgress;
  /** Verified folders by path relative to the target, with the mode to set at the end, if any. */
  readonly #folders = new Map<string, number | undefined>([["", undefined]]);
  /** Existing folders in which the files of killed extractions were removed. */
  readonly #cleaned = new Set<string>();
  #started = false;
  #part: Part | undefined;

  /** Name of the only file so far, which is extracted to the target's path. */
  #file: string | undefined;

  constructor(target: UnpackTarget, skipped: SkippedEntries, progress: UnpackProgress) {
    this.#target = target;
    this.#root = target.isNew ? partOf(target.path) : target.path;
    this.#skipped = skipped;
    this.#progress = progress;
  }

  /** Creates one entry, or skips it. */
  async entry(entry: TarEntry): Promise<void> {
    if (this.#file !== undefined) await this.#moveFileToFolder(this.#file);
    const { name, type, linkName } = entry;
    try {
      const parts = splitName(name);
      const path = parts.join("/");
      if (!this.#started) await this.#start(type, parts);
      const mode = entry.mode & MODE_MASK;
      await this.#parents(parts);
      if (type === "directory") await this.#folder(path, mode);
      else if (path === "") throw new SkipError("empty name");
      else if (type === "symlink") await this.#link(path, linkName);
      else if (type === "file") await this.#createFile(path, mode, entry);
      else throw new SkipError(`unsupported entry type ${type}`);
    } catch (error) {
      if (!(error instanceof SkipError)) throw error;
      this.#skipped.add(name, error.message);
    }
  }

  /**
   * Creates the folder, or the folder of the single file. The archive of a folder starts with
   * itself.
   */
  async #start(type: string, parts: readonly string[]): Promise<void> {
    this.#started = true;
    await this.#claim();
    const { canBeFile = false } = this.#target;
    if (canBeFile && type === "file" && parts.length === 1) this.#file = parts[0]!;
    if (this.#file === undefined) await ensureFolder(this.#root);
  }

  async #claim(): Promise<void> {
    if (!this.#target.isNew) return;
    this.#part = await Part.claim(this.#target.path);
    if (this.#part.isReplaced) await this.#progress.onReplaced?.(this.#part.path);
  }

  /** Moves the first file into the folder, when the archive has further entries. */
  async #moveFileToFolder(name: string): Promise<void> {
    const path = this.#root;
    this.#file = undefined;
    const temporary = `${path}.part`;
    await withFileErrors("create", path, async () => {
      await Deno.rename(path, temporary);
      await Deno.mkdir(path);
      await Deno.rename(temporary, join(path, name));
    });
  }

  /** Gives a complete target its name; creates the folder of an empty archive. */
  async publish(): Promise<void> {
    if (!this.#started) await this.#claim();
    if (this.#file === undefined) await ensureFolder(this.#root);
    await this.#part?.publish(this.#file !== undefined);
  }

  /** Removes an empty target after an error; returns its path unless it is removed. */
  async abandon(): Promise<string | undefined> {
    if (!this.#target.isNew) return this.#progress.files > 0 ? this.#root : undefined;
    if (this.#part === undefined) return undefined;
    try {
      if (this.#progress.files === 0) await Deno.remove(this.#root);
    } catch {
      // A folder with folders is not removed.
    }
    return await exists(this.#root) ? this.#root : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#part?.release();
  }

  /** Sets the modes of folders, the innermost first. */
  async setModes(): Promise<void> {
    for (const [path, mode] of [...this.#folders].reverse()) {
      if (mode !== undefined) await setMode(this.#at(path), mode);
    }
  }

  #at(path: string): string {
    return this.#file !== undefined ? this.#root : join(this.#root, path);
  }

  /** Creates missing parents of an entry; rejects symbolic links among them. */
  async #parents(parts: readonly string[]): Promise<void> {
    for (let count = 1; count < parts.length; count++) {
      const path = parts.slice(0, count).join("/");
      if (this.#folders.has(path)) continue;
      const found = await readKind(this.#at(path));
      if (found === "link") throw new SkipError(`path contains the symbolic link "${path}"`);
      if (found === "other") throw new SkipError(`"${path}" is not a directory`);
      if (found === undefined) await this.#create(path);
      this.#folders.set(path, undefined);
    }
  }

  async #folder(path: string, mode: number | undefined): Promise<void> {
    if (path === "") return;
    if (!this.#folders.has(path)) {
      const found = await readKind(this.#at(path));
      if (found === "folder") {
        // The mode of an existing folder is not changed.
        this.#folders.set(path, undefined);
        return;
      }
      if (found !== undefined) throw new SkipError(EXISTS);
      await this.#create(path, TEMPORARY_FOLDER_MODE);
    }
    this.#folders.set(path, mode);
  }

  #create(path: string, mode?: number): Promise<void> {
    const folder = this.#at(path);
    return createNew(() => Deno.mkdir(folder, mode === undefined ? {} : { mode }), folder);
  }

  async #link(path: string, to: string): Promise<void> {
    if (to === "") throw new SkipError("symbolic link without a target");
    const at = this.#at(path);
    try {
      await createNew(() => createLink(to, at), at);
    } catch (error) {
      if (Deno.build.os !== "windows" || !(error instanceof OsctlError)) throw error;
      throw new SkipError("symbolic links require developer mode or administrator rights");
    }
    this.#progress.files++;
  }

  async #createFile(path: string, mode: number, { size, pieces }: TarEntry): Promise<void> {
    const at = this.#at(path);
    // A killed copy must not leave a partial file that looks complete.
    const isInPlace = this.#target.isNew === true;
    if (!isInPlace) await this.#clean(dirname(at));
    if (!isInPlace && await exists(at)) throw new SkipError(EXISTS);
    const open = async () => ({
      path: at,
      file: await Deno.open(at, { write: true, createNew: true, mode: 0o600 }),
    });
    const { path: written, file } = await createNew(
      isInPlace ? open : () => createPartialFile(dirname(at)),
      at,
    );
    using _registered = registerTemporaryFile(written);
    let complete = false;
    try {
      try {
        await writePieces(file, size, pieces, at);
        await setMode(written, mode);
        // The lock of the file lasts until it has its name.
        if (!isInPlace && Deno.build.os !== "windows") await this.#rename(written, at);
      } finally {
        file.close();
      }
      if (!isInPlace && Deno.build.os === "windows") await this.#rename(written, at);
      complete = true;
    } finally {
      if (!complete) await removeIfPresent(written);
    }
    this.#progress.files++;
  }

  #rename(from: string, to: string): Promise<void> {
    return createNew(() => renameNew(from, to), to);
  }

  /** Removes the files that killed extractions left in a folder. */
  async #clean(folder: string): Promise<void> {
    if (this.#cleaned.has(folder)) return;
    this.#cleaned.add(folder);
    await removePartialFiles(folder);
  }
}

/** Writes the pieces of a file, and leaves holes between them. */
async function writePieces(
  file: Deno.FsFile,
  size: number,
  pieces: AsyncIterable<Piece>,
  path: string,
): Promise<void> {
  let end = 0;
  for await (const { offset, bytes } of pieces) {
    await withFileErrors("write", path, async () => {
      if (offset !== end) await file.seek(offset, Deno.SeekMode.Start);
      await writeAll(file, bytes);
    });
    end = offset + bytes.length;
  }
  if (end < size) await withFileErrors("write", path, () => file.truncate(size));
}

/** Reports whether the name of an entry leads out of the target directory. */
export function isOutside(name: string, os: typeof Deno.build.os): boolean {
  // On Windows, also drives, other separators and streams of a file.
  return name.startsWith("/") || name.split("/").includes("..") ||
    (os === "windows" && /[\\:]/.test(name));
}

/** Splits an entry's name; returns no parts for the root. */
function splitName(name: string): string[] {
  if (isOutside(name, Deno.build.os)) throw new SkipError("path is outside the target directory");
  if (name.includes("\0")) throw new SkipError("name contains a NUL byte");
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (Deno.build.os === "windows" && !parts.every(isWindowsName)) {
    throw new SkipError("Windows does not allow this name");
  }
  return parts;
}

async function readKind(path: string): Promise<"folder" | "link" | "other" | undefined> {
  return await withFileErrors("read", path, async () => {
    try {
      const info = await Deno.lstat(path);
      return info.isSymlink ? "link" : info.isDirectory ? "folder" : "other";
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  });
}

/** Runs `create`; skips the entry when the path exists. */
async function createNew<T>(create: () => Promise<T>, path: string): Promise<T> {
  return await withFileErrors("create", path, async () => {
    try {
      return await create();
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) throw new SkipError(EXISTS);
      throw error;
    }
  });
}

async function setMode(path: string, mode: number): Promise<void> {
  if (Deno.build.os === "windows") return;
  await withFileErrors("change the mode of", path, () => Deno.chmod(path, mode));
}
