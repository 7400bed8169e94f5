/**
 * Snapshots of etcd: saved so that nothing incomplete ever has the file's name, and checked.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { OsctlError } from "../../errors.ts";
import { removeIfPresent, withFileErrors } from "../../platform/files.ts";
import { BoltError, BoltPages, type ReadAt } from "./bolt_pages.ts";
import { crc32c } from "./crc32c.ts";

/** What a saved snapshot holds. */
export interface SnapshotInfo {
  /** Bytes of the file, the digest at its end included. */
  readonly bytes: number;
  /** The SHA-256 of the database, hexadecimal. */
  readonly digest: string;
  /** CRC-32C over buckets, keys and values. */
  readonly hash: number;
  /** The last revision of the store; 0 for an empty one. */
  readonly revision: bigint;
  /** Keys in all buckets. */
  readonly keys: number;
  /** Bytes of the database. */
  readonly databaseSize: number;
}

/** The SHA-256 behind the database. */
const DIGEST_LENGTH = 32;
/** A database has whole blocks of this many bytes. */
const BLOCK = 512;

/**
 * Writes a snapshot to `<path>.part`, checks it, and gives it its name. Whatever goes wrong, the
 * part is removed and what had the name before stays.
 *
 * @param pieces The file as it arrives. Its errors pass through.
 * @param onProgress Hears of the bytes written so far.
 * @throws {OsctlError} of kind `file` when it cannot be written, of kind `node` when what arrived
 *   is no complete snapshot.
 */
export async function saveSnapshot(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void = () => {},
): Promise<SnapshotInfo> {
  await refuseFolder(path);
  const part = `${path}.part`;
  const file = await openPart(part);
  try {
    const info = await receive(file, part, pieces, onProgress);
    await withFileErrors("write", path, () => Deno.rename(part, path));
    return info;
  } catch (error) {
    // While it is still locked, so that it cannot be another one's by now.
    await removeIfPresent(part);
    throw error;
  } finally {
    file.close();
  }
}

const ATTEMPTS = 5;

/**
 * A new file that is locked. One left by a program that was killed is removed and never written
 * into: it might be open elsewhere, or be readable by others.
 */
async function openPart(part: string): Promise<Deno.FsFile> {
  const fresh = { read: true, write: true, createNew: true, mode: 0o600 };
  for (let attempt = 1;; attempt++) {
    try {
      const file = await Deno.open(part, fresh);
      if (await file.tryLock(true)) return file;
      file.close();
    } catch (error) {
      const isThere = error instanceof Deno.errors.AlreadyExists;
      if (!isThere || attempt === ATTEMPTS) {
        await withFileErrors("write", part, () => Promise.reject(error));
      }
      if (await removeUnused(part)) continue;
    }
    throw new OsctlError("file", `"${part}" is being written by another process`, {
      hint: "try again when it has finished",
    });
  }
}

/** Removes a part that nobody is writing; false when somebody is. */
async function removeUnused(part: string): Promise<boolean> {
  return await withFileErrors("replace", part, async () => {
    try {
      if (!(await Deno.lstat(part)).isFile) throw new Deno.errors.AlreadyExists();
      using file = await Deno.open(part, { write: true });
      if (!(await file.tryLock(true))) return false;
      await Deno.remove(part);
    } catch (error) {
      // Its writer has just finished.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return true;
  });
}

async function refuseFolder(path: string): Promise<void> {
  await withFileErrors("write", path, async () => {
    try {
      if ((await Deno.stat(path)).isDirectory) throw new Deno.errors.IsADirectory();
    } catch (error) {
      // Nothing is there yet, as usual.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  });
}

async function receive(
  file: Deno.FsFile,
  part: string,
  pieces: AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void,
): Promise<SnapshotInfo> {
  const hash = createHash("sha256");
  let bytes = 0;
  // What may be the digest at the end is held back from the hash.
  let tail = new Uint8Array(0);
  for await (const piece of pieces) {
    await withFileErrors("write", part, async () => {
      for (let done = 0; done < piece.length;) done += await file.write(piece.subarray(done));
    });
    bytes += piece.length;
    const joined = new Uint8Array(tail.length + piece.length);
    joined.set(tail);
    joined.set(piece, tail.length);
    const certain = Math.max(joined.length - DIGEST_LENGTH, 0);
    hash.update(joined.subarray(0, certain));
    tail = joined.slice(certain);
    onProgress(bytes);
  }
  await withFileErrors("write", part, () => file.sync());
  if (bytes % BLOCK !== DIGEST_LENGTH) {
    throw incomplete(`${bytes} bytes are no whole database with a digest behind it`);
  }
  const digest = hash.digest("hex");
  if (digest !== tail.toHex()) throw incomplete("the digest at its end is not that of its content");
  return { bytes, digest, ...await inspect(file, bytes - DIGEST_LENGTH) };
}

function incomplete(reason: string): OsctlError {
  return new OsctlError("node", `the snapshot is damaged or incomplete: ${reason}`, {
    hint: "take it again",
  });
}

/**
 * Verifies a local snapshot: pages, key order and, unless it has none, the SHA-256 trailer.
 *
 * @param path As given by the user, for errors.
 * @param withoutTrailer Accept a copy of the data directory, which has no trailer.
 * @throws {OsctlError} of kind `input`.
 */
export async function inspectSnapshot(
  file: Deno.FsFile,
  path: string,
  withoutTrailer: boolean,
): Promise<SnapshotInfo> {
  const { size: bytes } = await withFileErrors("read", path, () => file.stat());
  const hasTrailer = bytes % BLOCK === DIGEST_LENGTH;
  const invalid = (reason: string, hint: string) =>
    new OsctlError("input", `invalid etcd snapshot "${path}": ${reason}`, { hint });
  if (!hasTrailer && !(withoutTrailer && bytes % BLOCK === 0)) {
    throw invalid(
      "the size is not a whole number of pages plus a SHA-256 trailer",
      "for a copy of the data directory, add --recover-skip-hash-check",
    );
  }
  const databaseBytes = hasTrailer ? bytes - DIGEST_LENGTH : bytes;
  const hash = createHash("sha256");
  const readAt = readerOf(file);
  for (let offset = 0; offset < databaseBytes; offset += HASHED_BYTES) {
    const length = Math.min(HASHED_BYTES, databaseBytes - offset);
    hash.update(await withFileErrors("read", path, () => readAt(offset, length)));
  }
  const digest = hash.digest("hex");
  if (hasTrailer && (await readAt(databaseBytes, DIGEST_LENGTH)).toHex() !== digest) {
    throw invalid("the SHA-256 trailer does not match", "use an undamaged copy");
  }
  try {
    return { bytes, digest, ...await inspect(file, databaseBytes) };
  } catch (error) {
    if (error instanceof OsctlError) throw invalid(error.message, "use an undamaged copy");
    throw error;
  }
}

/** Bytes hashed at once. */
const HASHED_BYTES = 1024 * 1024;

async function inspect(
  file: Deno.FsFile,
  size: number,
): Promise<Pick<SnapshotInfo, "hash" | "revision" | "keys" | "databaseSize">> {
  let hash = 0, keys = 0, revision = 0n;
  try {
    const pages = await BoltPages.open(readerOf(file), size);
    for await (const { name, visit } of pages.buckets()) {
      hash = crc32c(hash, name);
      const isStore = new TextDecoder().decode(name) === "key";
      await visit((key, value) => {
        hash = crc32c(crc32c(hash, key), value);
        keys++;
        if (isStore) revision = revisionOf(key);
      });
    }
    return { hash, revision, keys, databaseSize: pages.size };
  } catch (error) {
    if (error instanceof BoltError) throw incomplete(error.message);
    throw error;
  }
}

/** Keys of the store start with the main revision, big-endian. */
function revisionOf(key: Uint8Array): bigint {
  if (key.length < 8) throw new BoltError("a key of the store is no revision");
  return new DataView(key.buffer, key.byteOffset).getBigUint64(0);
}

function readerOf(file: Deno.FsFile): ReadAt {
  return async (offset, length) => {
    const bytes = new Uint8Array(length);
    await file.seek(offset, Deno.SeekMode.Start);
    let done = 0;
    while (done < length) {
      const count = await file.read(bytes.subarray(done));
      if (count === null) break;
      done += count;
    }
    return done === length ? bytes : bytes.slice(0, done);
  };
}
