/**
 * Reads one small file of a local tar archive.
 *
 * @module
 */
import { createTarDecoder } from "modern-tar";
import { OsctlError } from "../errors.ts";

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
  const plain = isCompressed ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
  const entries = plain.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    while (true) {
      const { done, value } = await entries.read();
      if (done) return undefined;
      const { header, body } = value;
      if (header.name === name && header.type === "file" && header.size <= MAX_BYTES) {
        return await new Response(body).text();
      }
      await body.pipeTo(new WritableStream());
    }
  } catch (error) {
    // The decoders have no common class of errors.
    const reason = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    throw new OsctlError("input", `"${archive}" is no tar archive: ${reason}`, {
      hint: "use an archive of docker save",
      cause: error,
    });
  } finally {
    await entries.cancel().catch(() => {}); // the original error is thrown
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
