/**
 * Source of `Read`: the content of a regular file.
 *
 * @module
 */
import { notFoundError, unknownError } from "../status_errors.ts";
import { readChunks } from "./read_chunks.ts";
import { describeSystemError } from "./system_errors.ts";

/**
 * Yields the content of the regular file at `path` (relative to `/`) until `signal` aborts.
 *
 * @throws {StatusError} NotFound when the file does not exist; Unknown when it is not a regular file
 *   or a read fails, also in the middle of the stream.
 */
export async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  using file = await openRegular(path);
  try {
    yield* readChunks(file, signal);
  } catch (error) {
    throw unknownError(describeSystemError("read", path, error));
  }
}

async function openRegular(path: string): Promise<Deno.FsFile> {
  // Nodes resolve relative paths against `/`. An empty path fails with ENOENT, as in the kernel.
  const location = path === "" || path.startsWith("/") ? path : `/${path}`;
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(location);
  } catch (error) {
    const message = describeSystemError("stat", path, error);
    throw error instanceof Deno.errors.NotFound ? notFoundError(message) : unknownError(message);
  }
  if (!info.isFile) throw unknownError("path must be a regular file");
  try {
    return await Deno.open(location);
  } catch (error) {
    throw unknownError(describeSystemError("open", path, error));
  }
}
