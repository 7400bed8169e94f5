/**
 * Reads an open file in large pieces, one ahead of the reader, and stops at once when cancelled.
 *
 * @module
 */

/** Bytes in one piece: large enough that the cost of a message disappears. */
export const CHUNK_SIZE = 256 * 1024;

/**
 * The rest of `file` up to its end, in pieces of at most `size` bytes. Two buffers take turns, so a
 * piece holds its content only until the next one is asked for.
 *
 * Ends early when `signal` is aborted, even while the kernel makes a read wait. The file stays open.
 */
export async function* chunksOf(
  file: Deno.FsFile,
  signal: AbortSignal,
  size: number = CHUNK_SIZE,
): AsyncGenerator<Uint8Array> {
  if (signal.aborted) return;
  let [buffer, spare] = [new Uint8Array(size), new Uint8Array(size)];
  for (let ahead = fill(file, buffer);;) {
    // Whoever leaves the loop early does not wait for what is read ahead.
    ahead.catch(() => {});
    const count = await unlessAborted(ahead, signal);
    if (count === null || count === undefined || signal.aborted) return;
    const piece = buffer.subarray(0, count);
    [buffer, spare] = [spare, buffer];
    ahead = fill(file, buffer);
    yield piece;
  }
}

/** Reads into `buffer`; null at the end of the file. */
function fill(file: Deno.FsFile, buffer: Uint8Array): Promise<number | null> {
  const reading = file.read(buffer);
  // Whoever leaves early does not wait for what is read ahead.
  reading.catch(() => {});
  return reading;
}

/** What `promise` gives, or undefined as soon as the signal is aborted. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  // Not a race with one promise for the signal: that would remember every race there ever was.
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
