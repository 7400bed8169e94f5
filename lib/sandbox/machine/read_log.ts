/**
 * Reads and follows a log file through appends, truncation and rotation.
 *
 * @module
 */
import { readChunks } from "./read_chunks.ts";
import { FolderWatcher } from "./folder_watcher.ts";

/** Options of reading a log. */
export interface LogRange {
  /** Number of last lines to start with; negative for the whole log. */
  readonly tailLines: number;
  /** Whether to wait for new lines until `signal` aborts. */
  readonly follow: boolean;
}

/** Read size while following, bytes; appends are small. */
const FOLLOW_CHUNK_SIZE = 32 * 1024;

/**
 * Yields the bytes of the log at `path` in the order they were written.
 *
 * @throws {Deno.errors.NotFound} On the first read, when the file does not exist.
 */
export async function* readLog(
  path: string,
  range: LogRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let file = await Deno.open(path);
  const folder = path.slice(0, path.lastIndexOf("/"));
  let watcher: FolderWatcher | undefined;
  try {
    if (range.follow) watcher = new FolderWatcher(folder);
    const start = range.tailLines < 0 ? 0 : await findTailOffset(file, range.tailLines);
    await file.seek(start, Deno.SeekMode.Start);
    yield* readChunks(file, signal);
    while (watcher !== undefined && await watcher.next(signal)) {
      yield* readChunks(file, signal, FOLLOW_CHUNK_SIZE);
      const rotated = await reopenIfRotated(file, path);
      if (rotated !== undefined) {
        // The old file may have grown between the read and the rotation.
        yield* readChunks(file, signal, FOLLOW_CHUNK_SIZE);
        file.close();
        file = rotated;
      }
      yield* readChunks(file, signal, FOLLOW_CHUNK_SIZE);
    }
  } finally {
    file.close();
    await watcher?.close();
  }
}

/**
 * Returns the new log file when `path` is no longer `file`; otherwise undefined. Rewinds `file` when
 * it was truncated.
 */
async function reopenIfRotated(file: Deno.FsFile, path: string): Promise<Deno.FsFile | undefined> {
  let current: Deno.FsFile;
  try {
    current = await Deno.open(path);
  } catch (error) {
    // Rotation renames the old file before it creates the new one.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  let old: Deno.FileInfo, now: Deno.FileInfo;
  try {
    [old, now] = await Promise.all([file.stat(), current.stat()]);
  } catch (error) {
    current.close();
    throw error;
  }
  if (old.ino !== now.ino || old.dev !== now.dev) return current;
  current.close();
  if (now.size < await file.seek(0, Deno.SeekMode.Current)) {
    await file.seek(0, Deno.SeekMode.Start);
  }
  return undefined;
}

/** Read size while searching backwards, bytes. */
const WINDOW = 64 * 1024;
const NEWLINE = 10;

/**
 * Returns the byte offset of the `lines`-th last line of `file`; 0 when it has fewer lines. A last
 * line without newline counts.
 */
export async function findTailOffset(file: Deno.FsFile, lines: number): Promise<number> {
  let end = await file.seek(0, Deno.SeekMode.End);
  if (lines <= 0 || end === 0) return end;
  let missing = lines;
  let isAtEnd = true;
  const buffer = new Uint8Array(WINDOW);
  while (end > 0) {
    const start = Math.max(0, end - WINDOW);
    const window = await readAt(file, start, buffer.subarray(0, end - start));
    for (let i = window.length - 1; i >= 0; i--) {
      if (window[i] !== NEWLINE) {
        isAtEnd = false;
        continue;
      }
      // The final newline ends the last line and starts no other.
      if (isAtEnd) {
        isAtEnd = false;
        continue;
      }
      if (--missing === 0) return start + i + 1;
    }
    end = start;
  }
  return 0;
}

/** Fills `buffer` from `offset`. Returns fewer bytes when the file was truncated meanwhile. */
async function readAt(file: Deno.FsFile, offset: number, buffer: Uint8Array): Promise<Uint8Array> {
  await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < buffer.length) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
