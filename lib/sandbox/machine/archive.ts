/**
 * Streams a file tree as a tar archive in bounded memory.
 *
 * Unreadable files are skipped and reported; the archive is always well-formed.
 *
 * @module
 */
import { abortable } from "./read_chunks.ts";
import { TimeSlice } from "./time_slice.ts";
import { describeSystemError, systemErrorReason } from "./system_errors.ts";
import {
  createEndOfArchive,
  encodeTarHeader,
  paddingSize,
  type TarMember,
  TYPE_FLAG,
} from "./tar_header.ts";
import { type Owners, readOwners, toTarMember } from "./tar_member.ts";
import { type Entry, isFailure, walk } from "./walk.ts";

/** Read size, bytes. A file that ends within the first read is archived with its actual size. */
const CHUNK_SIZE = 64 * 1024;
/** Files of `/proc` report size 0, so up to this many bytes are read to find the actual size. */
const UNKNOWN_SIZE_LIMIT = 4 * 1024 * 1024;

/** Called for every skipped path, with the reason. */
export type SkipListener = (path: string, reason: string) => void;

/**
 * Yields a tar archive of everything below `root`, or of the single file `root`.
 *
 * @throws {RootError} On the first read, when `root` does not exist.
 */
export async function* archive(
  root: string,
  signal: AbortSignal,
  onSkip: SkipListener,
): AsyncGenerator<Uint8Array> {
  const owners = readOwners();
  const slice = new TimeSlice();
  for (const item of walk(root, { depth: -1, skipRoot: true })) {
    if (signal.aborted) return;
    if (isFailure(item)) onSkip(item.path, item.error);
    else yield* archiveEntry(item, owners, signal, onSkip);
    if (slice.isExpired()) await slice.renew();
  }
  yield createEndOfArchive();
}

async function* archiveEntry(
  entry: Entry,
  owners: Owners,
  signal: AbortSignal,
  onSkip: SkipListener,
): AsyncGenerator<Uint8Array> {
  const member = toTarMember(entry, owners);
  if (member === undefined) {
    onSkip(entry.path, "tar cannot store sockets");
  } else if (member.type !== TYPE_FLAG.FILE) {
    yield encodeTarHeader(member);
  } else {
    yield* archiveFile(entry.path, member, signal, onSkip);
  }
}

async function* archiveFile(
  path: string,
  member: TarMember,
  signal: AbortSignal,
  onSkip: SkipListener,
): AsyncGenerator<Uint8Array> {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch (error) {
    onSkip(path, describeSystemError("open", path, error));
    return;
  }
  try {
    const head = await readHead(file, member.size, signal);
    if (head === undefined) return;
    if (typeof head === "string") {
      onSkip(path, `read ${path}: ${head}`);
      return;
    }
    const size = head.isComplete ? head.bytes.length : member.size;
    yield encodeTarHeader({ ...member, size });
    yield head.bytes.subarray(0, size);
    let left = size - head.bytes.length;
    while (left > 0) {
      const chunk = await abortable(readChunk(file, left), signal);
      if (chunk === undefined) return;
      if (typeof chunk === "string") {
        onSkip(path, `read ${path}: ${chunk}`);
        // The header already promised `size` bytes.
        yield* zeros(left);
        break;
      }
      yield chunk;
      left -= chunk.length;
    }
    yield new Uint8Array(paddingSize(size));
  } finally {
    file.close();
  }
}

/** The first bytes of a file. */
interface Head {
  readonly bytes: Uint8Array;
  /** Whether the file ends after `bytes`. */
  readonly isComplete: boolean;
}

/** Reads the first bytes of a file. Returns the reason of a failure; undefined when aborted. */
async function readHead(
  file: Deno.FsFile,
  size: number,
  signal: AbortSignal,
): Promise<Head | string | undefined> {
  const limit = size === 0 ? UNKNOWN_SIZE_LIMIT : CHUNK_SIZE;
  let buffer = new Uint8Array(CHUNK_SIZE);
  let filled = 0;
  try {
    while (filled < limit) {
      if (filled === buffer.length) buffer = grow(buffer);
      const rest = buffer.subarray(filled);
      // Only kernel files, which report size 0, can block a read.
      const count = size === 0 ? await abortable(file.read(rest), signal) : file.readSync(rest);
      if (count === undefined) return undefined;
      if (count === null) return { bytes: buffer.subarray(0, filled), isComplete: true };
      filled += count;
    }
  } catch (error) {
    // Write-only kernel files fail with EINVAL.
    if (size === 0 && systemErrorReason(error) === "invalid argument") {
      return { bytes: new Uint8Array(), isComplete: true };
    }
    return systemErrorReason(error);
  }
  if (size === 0) return `file of unknown size exceeds ${UNKNOWN_SIZE_LIMIT} bytes`;
  return { bytes: buffer, isComplete: false };
}

/** Reads the next chunk of at most `left` bytes. Returns the reason of a failure. */
async function readChunk(file: Deno.FsFile, left: number): Promise<Uint8Array | string> {
  const buffer = new Uint8Array(Math.min(left, CHUNK_SIZE));
  try {
    const count = await file.read(buffer);
    return count === null ? `file was truncated by ${left} bytes` : buffer.subarray(0, count);
  } catch (error) {
    return systemErrorReason(error);
  }
}

function grow(buffer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(buffer.length * 4);
  larger.set(buffer);
  return larger;
}

function* zeros(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= CHUNK_SIZE) {
    yield new Uint8Array(Math.min(left, CHUNK_SIZE));
  }
}
