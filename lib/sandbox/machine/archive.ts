/**
 * Writes a file tree as a tar stream, in bounded memory.
 *
 * What cannot be read is left out and reported; the archive itself always stays well-formed.
 *
 * @module
 */
import { unlessAborted } from "./file_chunks.ts";
import { Slices } from "./slices.ts";
import { describe, reasonOf } from "./system_error.ts";
import { endOfArchive, headerOf, MEMBER, type Member, paddingOf } from "./tar_header.ts";
import { localOwners, memberOf, type Owners } from "./tar_member.ts";
import { type Entry, isFailure, walk } from "./walk.ts";

/** Bytes read at once; a file that ends within them is archived with its true size. */
const PIECE = 64 * 1024;
/** Files of `/proc` claim to be empty: read so much of one to learn its size, bytes. */
const UNKNOWN_SIZE_LIMIT = 4 * 1024 * 1024;

/** Hears about everything left out: its path and why. */
export type Report = (path: string, reason: string) => void;

/**
 * The tree below `root` without `root` itself, or the one file `root`, as a tar stream.
 *
 * @throws {RootError} at the first step when there is no such root.
 */
export async function* archive(
  root: string,
  signal: AbortSignal,
  report: Report,
): AsyncGenerator<Uint8Array> {
  const owners = localOwners();
  const slices = new Slices();
  for (const item of walk(root, { depth: -1, skipRoot: true })) {
    if (signal.aborted) return;
    if (isFailure(item)) report(item.path, item.error);
    else yield* archiveEntry(item, owners, signal, report);
    if (slices.due()) await slices.pause();
  }
  yield endOfArchive();
}

async function* archiveEntry(
  entry: Entry,
  owners: Owners,
  signal: AbortSignal,
  report: Report,
): AsyncGenerator<Uint8Array> {
  const member = memberOf(entry, owners);
  if (member === undefined) {
    report(entry.path, "tar has no sockets");
  } else if (member.type !== MEMBER.FILE) {
    yield headerOf(member);
  } else {
    yield* archiveFile(entry.path, member, signal, report);
  }
}

async function* archiveFile(
  path: string,
  member: Member,
  signal: AbortSignal,
  report: Report,
): AsyncGenerator<Uint8Array> {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch (error) {
    report(path, describe("open", path, error));
    return;
  }
  try {
    const head = await readHead(file, member.size, signal);
    if (head === undefined) return;
    if (typeof head === "string") {
      report(path, `read ${path}: ${head}`);
      return;
    }
    const size = head.whole ? head.bytes.length : member.size;
    yield headerOf({ ...member, size });
    yield head.bytes.subarray(0, size);
    let left = size - head.bytes.length;
    while (left > 0) {
      const piece = await unlessAborted(readRest(file, left), signal);
      if (piece === undefined) return;
      if (typeof piece === "string") {
        report(path, `read ${path}: ${piece}`);
        yield* zeros(left);
        break;
      }
      yield piece;
      left -= piece.length;
    }
    yield new Uint8Array(paddingOf(size));
  } finally {
    file.close();
  }
}

interface Head {
  readonly bytes: Uint8Array;
  /** The file ends with them. */
  readonly whole: boolean;
}

/** The beginning of a file, the reason why it cannot be read, or undefined when aborted. */
async function readHead(
  file: Deno.FsFile,
  size: number,
  signal: AbortSignal,
): Promise<Head | string | undefined> {
  const limit = size === 0 ? UNKNOWN_SIZE_LIMIT : PIECE;
  let buffer = new Uint8Array(PIECE);
  let filled = 0;
  try {
    while (filled < limit) {
      if (filled === buffer.length) buffer = grown(buffer);
      const rest = buffer.subarray(filled);
      // Only a file that claims to be empty can make the reader wait (the kernel's own files).
      const count = size === 0 ? await unlessAborted(file.read(rest), signal) : file.readSync(rest);
      if (count === undefined) return undefined;
      if (count === null) return { bytes: buffer.subarray(0, filled), whole: true };
      filled += count;
    }
  } catch (error) {
    // Some of the kernel's files are there to be written only.
    if (size === 0 && reasonOf(error) === "invalid argument") {
      return { bytes: new Uint8Array(), whole: true };
    }
    return reasonOf(error);
  }
  if (size === 0) return `more than ${UNKNOWN_SIZE_LIMIT} bytes in a file of unknown size`;
  return { bytes: buffer, whole: false };
}

/** The next piece of at most `left` bytes, or why there is none. */
async function readRest(file: Deno.FsFile, left: number): Promise<Uint8Array | string> {
  const buffer = new Uint8Array(Math.min(left, PIECE));
  try {
    const count = await file.read(buffer);
    return count === null ? `file is ${left} bytes shorter than before` : buffer.subarray(0, count);
  } catch (error) {
    return reasonOf(error);
  }
}

function grown(buffer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(buffer.length * 4);
  larger.set(buffer);
  return larger;
}

function* zeros(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= PIECE) yield new Uint8Array(Math.min(left, PIECE));
}
