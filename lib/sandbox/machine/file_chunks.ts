/**
 * Reads an open file in large pieces, one ahead of the reader, and stops at once when cancelled.
 *
 * @module
 */

/** Bytes in one piece: large enough that the cost of a message disappears. */
export const CHUNK_SIZE = 256 * 1024;

/**
 * The rest of `file` up to its end, in pieces of at most `size` bytes, each in its own buffer.
 * Ends early when `signal` is aborted, even while the kernel makes a read wait. The file stays open.
 */
export async function* chunksOf(
  file: Deno.FsFile,
  signal: AbortSignal,
  size: number = CHUNK_SIZE,
): AsyncGenerator<Uint8Array> {
  const aborted = whenAborted(signal);
  try {
    if (signal.aborted) return;
    for (let ahead = readPiece(file, size);;) {
      // Whoever leaves the loop early does not wait for the piece read ahead.
      ahead.catch(() => {});
      const piece = await Promise.race([ahead, aborted.promise]);
      if (piece === undefined || signal.aborted) return;
      ahead = readPiece(file, size);
      yield piece;
    }
  } finally {
    aborted.forget();
  }
}

/** The next piece; undefined at the end of the file. */
async function readPiece(file: Deno.FsFile, size: number): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(size);
  const count = await file.read(buffer);
  return count === null ? undefined : buffer.subarray(0, count);
}

/** A promise that resolves with undefined when the signal is aborted. */
export function whenAborted(
  signal: AbortSignal,
): { promise: Promise<undefined>; forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const abort = () => resolve(undefined);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return { promise, forget: () => signal.removeEventListener("abort", abort) };
}
