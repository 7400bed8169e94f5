/**
 * Follows a log file through appends, truncation and rotation.
 *
 * @module
 */
import { chunksOf } from "./file_chunks.ts";
import { FolderWatch } from "./folder_watch.ts";
import { offsetOfLastLines } from "./log_tail.ts";

/** What part of a log is wanted. */
export interface LogRange {
  /** Lines from the end to begin with; everything when negative. */
  readonly tailLines: number;
  /** Go on with what is written later, until `signal` is aborted. */
  readonly follow: boolean;
}

/** Bytes read at once while following: additions are small. */
const PIECE = 32 * 1024;

/**
 * The bytes of the log at `path`, in the order they were written.
 *
 * @throws {Deno.errors.NotFound} at the first step when there is no such file.
 */
export async function* readLog(
  path: string,
  range: LogRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let file = await Deno.open(path);
  const folder = path.slice(0, path.lastIndexOf("/"));
  let watch: FolderWatch | undefined;
  try {
    if (range.follow) watch = new FolderWatch(folder);
    const start = range.tailLines < 0 ? 0 : await offsetOfLastLines(file, range.tailLines);
    await file.seek(start, Deno.SeekMode.Start);
    yield* chunksOf(file, signal);
    while (watch !== undefined && await watch.next(signal)) {
      yield* chunksOf(file, signal, PIECE);
      const successor = await successorOf(file, path);
      if (successor !== undefined) {
        // What was written to the old file between the two looks is not lost.
        yield* chunksOf(file, signal, PIECE);
        file.close();
        file = successor;
      }
      yield* chunksOf(file, signal, PIECE);
    }
  } finally {
    file.close();
    await watch?.close();
  }
}

/**
 * The file to go on with when `file` is no longer the log: another one has its name now. A log that
 * was emptied is rewound. Undefined when `file` still is the log.
 */
async function successorOf(file: Deno.FsFile, path: string): Promise<Deno.FsFile | undefined> {
  let current: Deno.FsFile;
  try {
    current = await Deno.open(path);
  } catch (error) {
    // Between the two steps of a rotation there is no log.
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
