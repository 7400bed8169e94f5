/**
 * File operations: atomic writes with exact permission bits, and errors that contain the path.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { removeTemporaryLeftovers } from "./leftovers.ts";
import { fileErrorReason } from "./file_error.ts";
import { dirname, isAbsolute, resolve } from "./paths.ts";
import { registerTemporaryFile } from "./temporary_files.ts";

export { fileErrorReason };

/** Content of a file. A stream is not buffered. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Options of {@linkcode writeFileAtomic}. */
export interface WriteOptions {
  /** Permission bits, regardless of the umask; 0644 by default. */
  mode?: number;
  /** When false, an existing file is an error and stays unchanged. True by default. */
  overwrite?: boolean;
}

/** Maximum length of a chain of symbolic links, as in Linux. */
const MAX_LINKS = 40;

/**
 * Writes a file atomically: a temporary file in the same folder, with its final mode before the
 * first byte, is synced and renamed. On an error the temporary file is removed. Follows a symbolic
 * link. As root, keeps the owner of a replaced file. Writes directly to a device or a pipe, which a
 * rename would replace.
 *
 * @throws {OsctlError} of kind `file` with the path; errors of a streamed `content`.
 */
export async function writeFileAtomic(
  path: string,
  content: FileContent,
  options: WriteOptions = {},
): Promise<void> {
  const { mode = 0o644, overwrite = true } = options;
  if (overwrite && await withFileErrors("write", path, () => isSpecial(path))) {
    await writeInto(path, content);
    return;
  }
  const target = await withFileErrors("write", path, () => followLinks(path));
  const temporary = `${target}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  using _registered = registerTemporaryFile(temporary);
  let file: Deno.FsFile | undefined = await withFileErrors(
    "write",
    path,
    () => Deno.open(temporary, { write: true, createNew: true, mode: mode & 0o700 }),
  );
  try {
    await withFileErrors("write", path, () => setMode(temporary, mode));
    if (overwrite) await withFileErrors("write", path, () => keepOwner(temporary, target));
    for await (const chunk of chunksOf(content)) {
      const open = file;
      await withFileErrors("write", path, () => writeAll(open, chunk));
    }
    await withFileErrors("write", path, () => file!.sync());
    file.close();
    file = undefined;
    await withFileErrors("write", path, () => publish(temporary, target, overwrite));
    await removeTemporaryLeftovers(target);
  } catch (error) {
    file?.close();
    await removeIfPresent(temporary);
    throw error;
  }
}

/**
 * Creates a folder and its parents unless they exist. `mode` applies to created folders only.
 *
 * @throws {OsctlError} of kind `file` with the path of the folder.
 */
export async function ensureFolder(path: string, mode = 0o755): Promise<void> {
  const missing: string[] = [];
  for (let folder = resolve(Deno.cwd(), path); !(await exists(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) {
    await withFileErrors("create the directory", folder, async () => {
      try {
        await Deno.mkdir(folder, { mode });
      } catch (error) {
        // Created by another process in the meantime.
        if (error instanceof Deno.errors.AlreadyExists) return;
        throw error;
      }
      await setMode(folder, mode);
    });
  }
  if (!(await withFileErrors("open the directory", path, () => Deno.stat(path))).isDirectory) {
    throw new OsctlError("file", `"${path}" is not a directory`);
  }
}

/** Options of {@linkcode readText} and {@linkcode readBytes}. */
export interface ReadLimits {
  /** Maximum size because a device can be endless; no limit by default. */
  readonly bytes?: number;
}

/**
 * Reads a UTF-8 file.
 *
 * @throws {OsctlError} of kind `file` with the path, also when the file exceeds the limits.
 */
export async function readText(path: string, { bytes }: ReadLimits = {}): Promise<string> {
  if (bytes === undefined) return await withFileErrors("read", path, () => Deno.readTextFile(path));
  return await withFileErrors("read", path, () => readLimited(path, bytes));
}

const CHUNK_BYTES = 64 * 1024;

async function readLimited(path: string, limit: number): Promise<string> {
  return decodeStrictly(await readLimitedBytes(path, limit), path);
}

async function readLimitedBytes(path: string, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  // A thread for each step would take more CPU than all of them. What is not a file may block.
  const { isFile } = Deno.statSync(path);
  using file = isFile ? Deno.openSync(path) : await Deno.open(path);
  let bytes = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (;;) {
    const rest = bytes.subarray(length);
    const read = isFile ? file.readSync(rest) : await file.read(rest);
    if (read === null) return bytes.subarray(0, length);
    length += read;
    if (length > limit) {
      throw new OsctlError("file", `cannot read "${path}": larger than ${limit / 2 ** 20} MiB`, {
        hint: "check that it is the right file",
      });
    }
    if (length < bytes.length) continue;
    const larger = new Uint8Array(Math.min(2 * length, limit + 1));
    larger.set(bytes);
    bytes = larger;
  }
}

/** Decodes UTF-8. A replacement character would be written back in place of invalid bytes. */
function decodeStrictly(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const lines = new TextDecoder().decode(bytes).replace(/\ufffd[^]*$/, "").split(/\r\n?|\n/);
    const place = `${path}:${lines.length}:${lines.at(-1)!.length + 1}`;
    throw new OsctlError("input", `${place}: invalid UTF-8`, { hint: "convert the file to UTF-8" });
  }
}

/**
 * Reads a UTF-8 file; returns undefined when it does not exist.
 *
 * @throws {OsctlError} of kind `file` for every other error.
 */
export async function readTextIfPresent(
  path: string,
  { bytes }: ReadLimits = {},
): Promise<string | undefined> {
  return await withFileErrors("read", path, async () => {
    try {
      return bytes === undefined ? await Deno.readTextFile(path) : await readLimited(path, bytes);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
}

/**
 * Reads a file.
 *
 * @throws {OsctlError} of kind `file` with the path, also when the file exceeds the limits.
 */
export async function readBytes(
  path: string,
  { bytes }: ReadLimits = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return await withFileErrors(
    "read",
    path,
    () => bytes === undefined ? Deno.readFile(path) : readLimitedBytes(path, bytes),
  );
}

/** Reports whether `path` exists, dangling symbolic links included. */
export async function exists(path: string): Promise<boolean> {
  return await withFileErrors("read", path, () => {
    try {
      Deno.lstatSync(path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

/** Removes a file if it exists. */
export async function removeIfPresent(path: string): Promise<void> {
  await withFileErrors("remove", path, async () => {
    try {
      await Deno.remove(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
}

/** Reports whether a path does not exist, also because one of its parents is not a folder. */
function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

/**
 * Runs a file operation and converts its error to `cannot <verb> "<path>": <reason>`. Other errors
 * are bugs and are rethrown.
 *
 * @throws {OsctlError} of kind `file`.
 */
export async function withFileErrors<T>(
  verb: string,
  path: string,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw new OsctlError("file", `cannot ${verb} "${path}": ${reason}`, { cause: error });
  }
}

/** Reports whether `path` is a device, a pipe or a socket. */
export async function isSpecial(path: string): Promise<boolean> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    return !isFile && !isDirectory;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Resolves symbolic links of the last component, dangling ones included. */
export async function followLinks(path: string): Promise<string> {
  let target = path;
  for (let step = 0; step < MAX_LINKS; step++) {
    try {
      if (!(await Deno.lstat(target)).isSymlink) return target;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return target;
      throw error;
    }
    const next = await Deno.readLink(target);
    target = isAbsolute(next) ? next : resolve(resolve(Deno.cwd(), dirname(target)), next);
  }
  throw new Deno.errors.FilesystemLoop(path);
}

/**
 * Creates a symbolic link. Windows distinguishes links to files and to directories, and requires
 * developer mode or administrator rights.
 */
export async function createLink(to: string, path: string): Promise<void> {
  if (Deno.build.os !== "windows") return await Deno.symlink(to, path);
  const target = isAbsolute(to) ? to : resolve(resolve(Deno.cwd(), dirname(path)), to);
  await Deno.symlink(to, path, { type: await isDirectory(target) ? "dir" : "file" });
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function* chunksOf(content: FileContent): AsyncGenerator<Uint8Array> {
  if (typeof content === "string") yield new TextEncoder().encode(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}

async function writeInto(path: string, content: FileContent): Promise<void> {
  const file = await withFileErrors("write", path, () => Deno.open(path, { write: true }));
  try {
    for await (const chunk of chunksOf(content)) {
      await withFileErrors("write", path, () => writeAll(file, chunk));
    }
  } finally {
    file.close();
  }
}

/** Writes all bytes to an open file. */
export async function writeAll(file: Deno.FsFile, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) done += await file.write(chunk.subarray(done));
}

/** Sets the exact mode; at creation, the umask may have cleared bits. */
async function setMode(path: string, mode: number): Promise<void> {
  if (Deno.build.os !== "windows") return await Deno.chmod(path, mode);
  if ((mode & OTHERS_BITS) !== 0) return;
  const { AclError, restrictToOwner } = await import("./windows_acl.ts");
  try {
    restrictToOwner(path, { isFolder: (mode & OWNER_EXECUTE_BIT) !== 0 });
  } catch (error) {
    // FAT and some network drives have no access control lists, as they have no modes on Linux.
    if (!(error instanceof AclError)) throw error;
  }
}

/** Permission bits of the group and others. */
const OTHERS_BITS = 0o077;
/** Set for folders among the private modes 0600 and 0700. */
const OWNER_EXECUTE_BIT = 0o100;

/** Gives a file of root the owner of the file that it replaces: by sudo, its user. */
export async function keepOwner(temporary: string, target: string): Promise<void> {
  if (Deno.build.os === "windows" || (await Deno.stat(temporary)).uid !== 0) return;
  try {
    const { uid, gid } = await Deno.stat(target);
    if (uid !== null && gid !== null && uid !== 0) await Deno.chown(temporary, uid, gid);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function publish(temporary: string, target: string, overwrite: boolean): Promise<void> {
  if (overwrite) {
    await Deno.rename(temporary, target);
    return;
  }
  await renameNew(temporary, target);
}

/**
 * Renames a file to a path that does not exist. A rename alone would overwrite a file that another
 * process creates at the same time; a hard link fails, and a kill at any moment leaves no empty
 * file.
 *
 * @throws {Deno.errors.AlreadyExists} when the path exists.
 */
export async function renameNew(from: string, to: string): Promise<void> {
  try {
    await Deno.link(from, to);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    // A file system without hard links: an empty file claims the name for the rename.
    (await Deno.open(to, { write: true, createNew: true, mode: 0o600 })).close();
    await Deno.rename(from, to);
    return;
  }
  await Deno.remove(from);
}
