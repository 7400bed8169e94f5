/**
 * Extracts an untrusted tar.gz archive. Writes only inside the target folder, does not change
 * existing files, and ignores owners, special mode bits and special files.
 *
 * @module
 */

import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { OsctlError } from "../errors.ts";
import { claimName, ensureFolder, exists, withFileErrors } from "./files.ts";
import { dirname, join, resolve } from "./paths.ts";
import { registerTemporaryFile } from "./temporary_files.ts";

/** Permission bits that are applied; setuid, setgid and sticky are not. */
const MODE_MASK = 0o777;
/** Mode of a folder until all entries are extracted, so that files can be created in it. */
const TEMPORARY_FOLDER_MODE = 0o700;

/** Target of an extraction. */
export interface UnpackTarget {
  /** Absolute path of a folder that exists or can be created. */
  readonly path: string;
  /** `path` does not exist: it is extracted as `<path>.part`, and renamed when it is complete. */
  readonly isNew?: boolean;
  /** Whether an archive of a single file becomes a file at `path`, which does not exist. */
  readonly canBeFile?: boolean;
}

/** Progress of an extraction. */
export interface UnpackProgress {
  /** Number of files and links that were created. */
  files: number;
  /** Path of the incomplete file or folder after an error, if any. */
  incomplete?: string | undefined;
}

/**
 * Extracts a tar.gz stream into a target, which is created if missing. Skips entries that must not or
 * cannot be created.
 *
 * @param progress Updated during the extraction.
 * @returns One error for each skipped entry, in the order of the archive, at most 100 and a count;
 * one error for all entries that exist already.
 * @throws {OsctlError} of kind `file` after a write error, of kind `node` for a corrupt or truncated
 * archive; errors of `source`, after extracting the data before it.
 */
export async function unpackTarGz(
  source: AsyncIterable<Uint8Array>,
  target: UnpackTarget,
  progress: UnpackProgress = { files: 0 },
): Promise<OsctlError[]> {
  if (target.isNew && await exists(partOf(target))) throw leftoverError(partOf(target));
  const stop = new AbortController();
  const skipped = new SkippedEntries();
  const extraction = new Extraction(target, skipped, progress);
  const bytes = new DeferredErrorSource(source);
  const entries = ReadableStream.from(bytes.values())
    .pipeThrough(new DecompressionStream("gzip"), { signal: stop.signal })
    .pipeThrough(createTarDecoder({ strict: true }), { signal: stop.signal })
    .getReader();
  let failure: { error: unknown } | undefined;
  try {
    while (true) {
      const { done, value } = await withArchiveErrors(() => entries.read());
      if (done) break;
      await extraction.entry(value);
    }
  } catch (error) {
    // The source's error is the cause of the truncation.
    failure = bytes.failure && isCorrupt(error) ? bytes.failure : { error };
  } finally {
    const reason = new OsctlError("cancelled", "the archive has no reader any more");
    stop.abort(reason);
    await entries.cancel(reason).catch(() => {}); // the original error is thrown
    await extraction.setModes();
  }
  if (failure) {
    progress.incomplete = await extraction.abandon();
    throw failure.error;
  }
  await extraction.publish();
  if (bytes.failure) throw bytes.failure.error;
  return skipped.toErrors();
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

/**
 * A source that ends at an error and stores it. An error in a pipe would discard the chunks that are
 * still queued.
 */
class DeferredErrorSource {
  readonly #source: AsyncIterable<Uint8Array>;
  failure: { error: unknown } | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *values(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    try {
      for await (const bytes of this.#source) yield bytes as Uint8Array<ArrayBuffer>;
    } catch (error) {
      this.failure = { error };
    }
  }
}

const CORRUPT = "corrupt or truncated archive";

function isCorrupt(error: unknown): boolean {
  return error instanceof OsctlError && error.message.startsWith(CORRUPT);
}

/** Converts errors of the decoders, which have no common class. */
async function withArchiveErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message.replace(/\.$/, "")}` : "";
    throw new OsctlError("node", CORRUPT + reason, { hint: "try again", cause });
  }
}

const EXISTS = "already exists";

/** Creates the error for files that exist already. */
export function existingError(names: readonly string[]): OsctlError {
  const [first] = names;
  const what = names.length === 1
    ? `"${first}" already exists`
    : `${names.length} files already exist, "${first}" among them`;
  return new OsctlError("file", `cannot extract: ${what}`, {
    hint: "remove what exists, or use another directory",
  });
}

/** Path of a new target until it is complete. */
function partOf({ path }: UnpackTarget): string {
  return `${path}.part`;
}

function leftoverError(part: string): OsctlError {
  return new OsctlError("file", `cannot extract: "${part}" already exists`, {
    hint: "remove it; an interrupted copy may have left it",
  });
}

/** Errors of skipped entries. */
class SkippedEntries {
  static readonly #MAX_ERRORS = 100;
  readonly #errors: OsctlError[] = [];
  #count = 0;
  #existing: string[] = [];

  add(name: string, reason: string): void {
    if (reason === EXISTS) {
      this.#existing.push(name);
      return;
    }
    this.#count++;
    if (this.#errors.length >= SkippedEntries.#MAX_ERRORS) return;
    this.#errors.push(new OsctlError("file", `cannot extract "${name}": ${reason}`));
  }

  toErrors(): OsctlError[] {
    const omitted = this.#count - this.#errors.length;
    const existing = this.#existing.length === 0 ? [] : [existingError(this.#existing)];
    if (omitted === 0) return [...this.#errors, ...existing];
    const more = new OsctlError("file", `cannot extract ${omitted} more entries`);
    return [...this.#errors, more, ...existing];
  }
}

/** Skips the current entry. */
class SkipError extends Error {}

/** Creates entries in one folder. */
class Extraction {
  readonly #target: UnpackTarget;
  /** The target, under its temporary name if it is new. */
  readonly #root: string;
  readonly #skipped: SkippedEntries;
  readonly #progress: UnpackProgress;
  /** Verified folders by path relative to the target, with the mode to set at the end, if any. */
  readonly #folders = new Map<string, number | undefined>([["", undefined]]);
  #started = false;

  /** Name of the only file so far, which is extracted to the target's path. */
  #file: string | undefined;

  constructor(target: UnpackTarget, skipped: SkippedEntries, progress: UnpackProgress) {
    this.#target = target;
    this.#root = target.isNew ? partOf(target) : target.path;
    this.#skipped = skipped;
    this.#progress = progress;
  }

  /** Creates one entry, or skips it. */
  async entry({ header, body }: ParsedTarEntry): Promise<void> {
    if (this.#file !== undefined) await this.#moveFileToFolder(this.#file);
    try {
      const parts = splitName(header.name);
      const path = parts.join("/");
      if (!this.#started) await this.#start(header.type, parts);
      const mode = header.mode === undefined ? undefined : header.mode & MODE_MASK;
      await this.#parents(parts);
      if (header.type === "directory") await this.#folder(path, mode);
      else if (path === "") throw new SkipError("empty name");
      else if (header.type === "symlink") await this.#link(path, header.linkname ?? "");
      else if (header.type === "file") await this.#createFile(path, mode ?? 0o644, body);
      else throw new SkipError(`unsupported entry type ${header.type}`);
    } catch (error) {
      if (!(error instanceof SkipError)) throw error;
      this.#skipped.add(header.name, error.message);
      await withArchiveErrors(() => body.cancel());
    }
  }

  /** Creates the folder, or that of the single file. The archive of a folder starts with itself. */
  async #start(type: string | undefined, parts: readonly string[]): Promise<void> {
    this.#started = true;
    const { canBeFile = false } = this.#target;
    if (canBeFile && type === "file" && parts.length === 1) this.#file = parts[0]!;
    await ensureFolder(this.#file === undefined ? this.#root : dirname(this.#root));
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
    const { path, isNew } = this.#target;
    if (this.#file === undefined) await ensureFolder(this.#root);
    if (!isNew) return;
    await withFileErrors("create", path, async () => {
      // A rename would replace what another process has created.
      if (this.#file !== undefined) await claimName(path);
      else if (await exists(path)) throw new Deno.errors.AlreadyExists();
      await Deno.rename(this.#root, path);
    });
  }

  /** Removes an empty target after an error; returns its path unless it is removed. */
  async abandon(): Promise<string | undefined> {
    if (!this.#started || (!this.#target.isNew && this.#progress.files === 0)) return undefined;
    if (!this.#target.isNew) return this.#root;
    try {
      if (this.#progress.files === 0) await Deno.remove(this.#root);
    } catch {
      // A folder with folders is not removed.
    }
    return await exists(this.#root) ? this.#root : undefined;
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
    await createNew(() => Deno.symlink(to, this.#at(path)), this.#at(path));
    this.#progress.files++;
  }

  async #createFile(path: string, mode: number, body: ReadableStream<Uint8Array>): Promise<void> {
    const at = this.#at(path);
    const open = () => Deno.open(at, { write: true, createNew: true, mode: 0o600 });
    const file = await createNew(open, at);
    using _registered = registerTemporaryFile(at);
    const reader = body.getReader();
    let complete = false;
    try {
      while (true) {
        const { done, value } = await withArchiveErrors(() => reader.read());
        if (done) break;
        await withFileErrors("write", at, () => writeAll(file, value));
      }
      complete = true;
    } finally {
      file.close();
      if (!complete) {
        // The decoder blocks until the body is consumed or cancelled.
        reader.cancel().catch(() => {}); // the original error is thrown
        // A partial file must not look complete.
        await Deno.remove(at);
      }
    }
    await setMode(at, mode);
    this.#progress.files++;
  }
}

/** Whether the name of an entry leads out of the target directory. */
export function isOutside(name: string, os: typeof Deno.build.os): boolean {
  // On Windows, also drives, other separators and streams of a file.
  return name.startsWith("/") || name.split("/").includes("..") ||
    (os === "windows" && /[\\:]/.test(name));
}

/** Splits an entry's name; returns no parts for the root. */
function splitName(name: string): string[] {
  if (isOutside(name, Deno.build.os)) throw new SkipError("path is outside the target directory");
  if (name.includes("\0")) throw new SkipError("name contains a NUL byte");
  return name.split("/").filter((part) => part !== "" && part !== ".");
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

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}

async function setMode(path: string, mode: number): Promise<void> {
  if (Deno.build.os === "windows") return;
  await withFileErrors("change the mode of", path, () => Deno.chmod(path, mode));
}
