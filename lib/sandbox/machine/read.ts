/**
 * `Read`: the bytes of one regular file.
 *
 * @module
 */
import { chunksOf } from "./file_chunks.ts";
import { failed, notFound } from "./refusal.ts";
import { describe } from "./system_error.ts";

/**
 * The bytes of the regular file at `path` (relative to `/`), until `signal` is aborted.
 *
 * @throws {StatusError} NotFound when there is no such file, Unknown when it is not a regular file
 * or cannot be read; in the middle of the stream too.
 */
export async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  using file = await openRegular(path);
  const pieces = chunksOf(file, signal);
  try {
    yield* pieces;
  } catch (error) {
    throw failed(describe("read", path, error));
  }
}

async function openRegular(path: string): Promise<Deno.FsFile> {
  // The working directory of a node is the root. An empty path is no path, as for the kernel.
  const location = path === "" || path.startsWith("/") ? path : `/${path}`;
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(location);
  } catch (error) {
    const message = describe("stat", path, error);
    throw error instanceof Deno.errors.NotFound ? notFound(message) : failed(message);
  }
  if (!info.isFile) throw failed("path must be a regular file");
  try {
    return await Deno.open(location);
  } catch (error) {
    throw failed(describe("open", path, error));
  }
}
