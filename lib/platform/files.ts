/**
 * Files written whole or not at all, with the permission bits wanted, and errors that name the path.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { dirname, isAbsolute, resolve } from "./paths.ts";

/** What a file is written from. A stream is never held in memory. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** How {@linkcode writeFileAtomic} writes. */
export interface WriteOptions {
  /** Permission bits, exact whatever the umask. 0644 when left out. */
  mode?: number;
  /** When false, an existing file is an error and stays untouched. True when left out. */
  overwrite?: boolean;
}

const MOST_LINKS = 40;

/**
 * Writes a file so that a reader sees the old content or the new one, never a part: a temporary
 * file in the same folder, with its final mode before the first byte, is synced and then renamed.
 * A symbolic link is followed and stays. On failure the temporary file is removed. A device or a
 * pipe is written into, since others use it under its name.
 *
 * @throws {OsctlError} of kind `file` naming the path. Errors of a streamed `content` pass through.
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
  let file: Deno.FsFile | undefined = await withFileErrors(
    "write",
    path,
    () => Deno.open(temporary, { write: true, createNew: true, mode: mode & 0o700 }),
  );
  try {
    await withFileErrors("write", path, () => setMode(temporary, mode));
    for await (const chunk of chunksOf(content)) {
      const open = file;
      await withFileErrors("write", path, () => writeAll(open, chunk));
    }
    await withFileErrors("write", path, () => file!.sync());
    file.close();
    file = undefined;
    await withFileErrors("write", path, () => publish(temporary, target, overwrite));
  } catch (error) {
    file?.close();
    await removeIfPresent(temporary);
    throw error;
  }
}

/**
 * Makes sure a folder exists, with its parents. `mode` applies to folders created here only.
 *
 * @throws {OsctlError} of kind `file` naming the folder.
 */
export async function ensureFolder(path: string, mode = 0o755): Promise<void> {
  const missing: string[] = [];
  for (let folder = resolve(Deno.cwd(), path); !(await exists(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) {
    await withFileErrors("create the folder", folder, async () => {
      try {
        await Deno.mkdir(folder, { mode });
      } catch (error) {
        // Another process made it in the meantime.
        if (error instanceof Deno.errors.AlreadyExists) return;
        throw error;
      }
      await setMode(folder, mode);
    });
  }
  if (!(await withFileErrors("open the folder", path, () => Deno.stat(path))).isDirectory) {
    throw new OsctlError("file", `"${path}" is not a folder`);
  }
}

/** Limits of reading a text. */
export interface ReadLimits {
  /** Most bytes; a device can be endless. No limit when left out. */
  readonly bytes?: number;
}

/**
 * Reads a UTF-8 text.
 *
 * @throws {OsctlError} of kind `file` naming the path, also when the file exceeds the limits.
 */
export async function readText(path: string, { bytes }: ReadLimits = {}): Promise<string> {
  if (bytes === undefined) return await withFileErrors("read", path, () => Deno.readTextFile(path));
  return await withFileErrors("read", path, () => readLimited(path, bytes));
}

const PIECE_BYTES = 64 * 1024;

async function readLimited(path: string, limit: number): Promise<string> {
  using file = await Deno.open(path);
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  const piece = new Uint8Array(PIECE_BYTES);
  for (;;) {
    const read = await file.read(piece);
    if (read === null) return text + decoder.decode();
    length += read;
    if (length > limit) {
      throw new OsctlError("file", `cannot read "${path}": larger than ${limit / 2 ** 20} MiB`, {
        hint: "check that it is the right file",
      });
    }
    text += decoder.decode(piece.subarray(0, read), { stream: true });
  }
}

/**
 * Reads a UTF-8 text; undefined when there is no such file.
 *
 * @throws {OsctlError} of kind `file` for every other failure.
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
 * Reads bytes.
 *
 * @throws {OsctlError} of kind `file` naming the path.
 */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return await withFileErrors("read", path, () => Deno.readFile(path));
}

/** Whether anything, a dangling link included, is at `path`. */
export async function exists(path: string): Promise<boolean> {
  return await withFileErrors("look at", path, async () => {
    try {
      await Deno.lstat(path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

/** Removes a file if it is there. */
export async function removeIfPresent(path: string): Promise<void> {
  await withFileErrors("remove", path, async () => {
    try {
      await Deno.remove(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
}

/** `NotFound`, and also what a path through a file that is no folder gives. */
function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

/**
 * Runs a file operation and turns its failure into `cannot <verb> "<path>": <reason>`. What is no
 * failure of the file system is a bug and passes.
 *
 * @throws {OsctlError} of kind `file`.
 */
export async function withFileErrors<T>(
  verb: string,
  path: string,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw new OsctlError("file", `cannot ${verb} "${path}": ${reason}`, { cause: error });
  }
}

/** Why the system refused a file operation, in words; undefined for whatever else was thrown. */
export function fileErrorReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof OsctlError) return undefined;
  if (error instanceof Deno.errors.NotFound) return "no such file or folder";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.NotCapable) return "permission denied";
  if (error instanceof Deno.errors.AlreadyExists) return "it already exists";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Deno.errors.NotADirectory) return "a part of the path is not a folder";
  if (error instanceof Deno.errors.FilesystemLoop) return "too many levels of links";
  const system = /^(.+?) \(os error \d+\)/.exec(error.message);
  return system?.[1]?.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

/** Whether `path` leads to something that keeps no content: a device, a pipe, a socket. */
export async function isSpecial(path: string): Promise<boolean> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    return !isFile && !isDirectory;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Where a write to `path` ends up: the end of a chain of symbolic links, even a dangling one. */
export async function followLinks(path: string): Promise<string> {
  let target = path;
  for (let step = 0; step < MOST_LINKS; step++) {
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

async function writeAll(file: Deno.FsFile, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) done += await file.write(chunk.subarray(done));
}

/** The umask may have taken bits away at creation; this puts them back. */
async function setMode(path: string, mode: number): Promise<void> {
  if (Deno.build.os !== "windows") await Deno.chmod(path, mode);
}

async function publish(temporary: string, target: string, overwrite: boolean): Promise<void> {
  if (overwrite) {
    await Deno.rename(temporary, target);
    return;
  }
  await claimName(target);
  await Deno.rename(temporary, target);
}

/**
 * Takes a name by an empty file, which a rename then replaces: a rename alone would replace the file
 * of whoever takes the name at the same time.
 *
 * @throws {Deno.errors.AlreadyExists} when it is taken.
 */
export async function claimName(path: string): Promise<void> {
  (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
}
