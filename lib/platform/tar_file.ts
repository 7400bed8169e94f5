/**
 * Reads one small file of a local tar archive.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { ArchiveError } from "./tar/archive_error.ts";
import { readTar } from "./tar/read_tar.ts";
import { readContent, TarGz } from "./tar/tar_gz.ts";

/** Largest file, bytes. */
const MAX_BYTES = 4 * 1024 * 1024;
const GZIP = [0x1f, 0x8b];

/** A file to find. */
export interface TarFileOptions {
  readonly name: string;
  /** Path of the archive, for errors. */
  readonly archive: string;
}

/**
 * Returns a file as text; undefined when the archive does not contain it. Decompresses gzip.
 *
 * @throws {OsctlError} of kind `input` for an invalid archive.
 */
export async function readTarFile(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  { name, archive }: TarFileOptions,
): Promise<string | undefined> {
  const [first, rest] = await peek(source);
  const isCompressed = GZIP.every((byte, index) => first[index] === byte);
  const entries = isCompressed ? new TarGz(rest).entries() : readTar(rest);
  try {
    for await (const entry of entries) {
      if (entry.name === name && entry.type === "file" && entry.size <= MAX_BYTES) {
        return new TextDecoder().decode(await readContent(entry));
      }
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new OsctlError("input", `"${archive}" is not a tar archive: ${error.message}`, {
      hint: "use an archive of docker save",
      cause: error,
    });
  }
}

/** Returns the first chunk, and a stream that starts with it. */
async function peek(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<[Uint8Array, ReadableStream<Uint8Array<ArrayBuffer>>]> {
  const reader = source.getReader();
  const { value: first = new Uint8Array() } = await reader.read();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => first.length > 0 ? controller.enqueue(first) : undefined,
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return [first, stream];
}
