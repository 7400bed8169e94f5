/**
 * Reads files in large chunks with read-ahead, and stops at once when aborted.
 *
 * @module
 */

/** Chunk size, bytes: large enough to make the cost per message negligible. */
export const CHUNK_SIZE = 256 * 1024;

/**
 * Yields the rest of `file` in chunks of at most `size` bytes. Two buffers alternate, so a chunk is
 * valid only until the next one is requested.
 *
 * Ends when `signal` aborts, even while the kernel blocks a read. The file stays open.
 */
export async function* readChunks(
  file: Deno.FsFile,
  signal: AbortSignal,
  size: number = CHUNK_SIZE,
): AsyncGenerator<Uint8Array> {
  if (signal.aborted) return;
  let [buffer, spare] = [new Uint8Array(size), new Uint8Array(size)];
  for (let ahead = fill(file, buffer);;) {
    const count = await abortable(ahead, signal);
    if (count === null || count === undefined || signal.aborted) return;
    const chunk = buffer.subarray(0, count);
    [buffer, spare] = [spare, buffer];
    ahead = fill(file, buffer);
    yield chunk;
  }
}

/** Reads into `buffer`. Resolves with null at the end of the file. */
function fill(file: Deno.FsFile, buffer: Uint8Array): Promise<number | null> {
  const reading = file.read(buffer);
  // A consumer that stops early never awaits the read-ahead; its failure must not be unhandled.
  reading.catch(() => {});
  return reading;
}

/** Resolves like `promise`, or with undefined when the signal aborts first. */
export async function abortable<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  // A promise per call: racing one promise of the signal repeatedly would leak reactions.
  const aborted = Promise.withResolvers<undefined>();
  const abort = () => aborted.resolve(undefined);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
