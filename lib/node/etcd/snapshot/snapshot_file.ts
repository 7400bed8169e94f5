/**
 * etcd snapshots: atomic writing and verification.
 *
 * @module
 */
import { tryLock } from "../../../platform/file_lock.ts";
import { createHash } from "node:crypto";
import { OsctlError } from "../../../errors.ts";
import { removeIfPresent, withFileErrors } from "../../../platform/files.ts";
import { registerTemporaryFile } from "../../../platform/temporary_files.ts";
import { BoltError, BoltPages, readerOf } from "../../../bolt/bolt_pages.ts";
import { crc32c } from "./crc32c.ts";

/** Contents of a verified snapshot. */
export interface SnapshotInfo {
  /** Bytes of the file, with its SHA-256 trailer. */
  readonly bytes: number;
  /** The SHA-256 of the database, hexadecimal. */
  readonly digest: string;
  /** CRC-32C over buckets, keys and values. */
  readonly hash: number;
  /** The last revision of the store; 0 for an empty store. */
  readonly revision: bigint;
  /** Keys in all buckets. */
  readonly keys: number;
  /** Bytes of the database. */
  readonly databaseSize: number;
}

/** Bytes of the SHA-256 trailer after the database. */
export const DIGEST_LENGTH = 32;
/** The smallest page; the size of a database is a multiple of it. Bytes. */
export const BLOCK = 512;

/**
 * Writes a snapshot to `<path>.part`, verifies it and renames it to `path`. After an error the part
 * is removed and an existing file at `path` is unchanged.
 *
 * @param chunks The snapshot. Its errors are rethrown.
 * @param onProgress Called with the number of bytes written so far.
 * @throws {OsctlError} of kind `file` when it cannot be written, of kind `node` for an invalid
 *   snapshot.
 */
export async function saveSnapshot(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void = () => {},
): Promise<SnapshotInfo> {
  await rejectFolder(path);
  const part = `${path}.part`;
  const file = await openPart(part);
  using _registered = registerTemporaryFile(part);
  try {
    const info = await receive(file, part, chunks, onProgress);
    await withFileErrors("write", path, () => Deno.rename(part, path));
    return info;
  } catch (error) {
    // Removed before it is unlocked: afterwards another process could own it.
    await removeIfPresent(part);
    throw error;
  } finally {
    file.close();
  }
}

const ATTEMPTS = 5;

/**
 * Creates and locks the part. A leftover part is replaced, not overwritten: it may be open in another
 * process or readable by other users.
 */
async function openPart(part: string): Promise<Deno.FsFile> {
  const fresh = { read: true, write: true, createNew: true, mode: 0o600 };
  for (let attempt = 1;; attempt++) {
    try {
      const file = await Deno.open(part, fresh);
      if (await tryLock(file, part)) return file;
      file.close();
    } catch (error) {
      const isLeftover = error instanceof Deno.errors.AlreadyExists;
      if (!isLeftover || attempt === ATTEMPTS) {
        await withFileErrors("write", part, () => Promise.reject(error));
      }
      if (await removeUnused(part)) continue;
    }
    throw new OsctlError("file", `"${part}" is being written by another process`, {
      hint: "retry when it has finished",
    });
  }
}

/** Removes an unlocked part; returns false when a process has locked it. */
async function removeUnused(part: string): Promise<boolean> {
  return await withFileErrors("replace", part, async () => {
    try {
      if (!(await Deno.lstat(part)).isFile) throw new Deno.errors.AlreadyExists();
      using file = await Deno.open(part, { write: true });
      const isUnused = await tryLock(file, part);
      if (isUnused) await Deno.remove(part);
      return isUnused;
    } catch (error) {
      // Its writer finished in the meantime.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return true;
  });
}

async function rejectFolder(path: string): Promise<void> {
  await withFileErrors("write", path, async () => {
    try {
      if ((await Deno.stat(path)).isDirectory) throw new Deno.errors.IsADirectory();
    } catch (error) {
      // No file yet, the usual case.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  });
}

async function receive(
  file: Deno.FsFile,
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void,
): Promise<SnapshotInfo> {
  const hash = createHash("sha256");
  let bytes = 0;
  // The last bytes may be the trailer, which is not hashed.
  let tail = new Uint8Array(0);
  for await (const chunk of chunks) {
    await withFileErrors("write", part, async () => {
      for (let done = 0; done < chunk.length;) done += await file.write(chunk.subarray(done));
    });
    bytes += chunk.length;
    const joined = new Uint8Array(tail.length + chunk.length);
    joined.set(tail);
    joined.set(chunk, tail.length);
    const hashed = Math.max(joined.length - DIGEST_LENGTH, 0);
    hash.update(joined.subarray(0, hashed));
    tail = joined.slice(hashed);
    onProgress(bytes);
  }
  await withFileErrors("write", part, () => file.sync());
  if (bytes % BLOCK !== DIGEST_LENGTH) {
    throw invalidSnapshot(
      `the size, ${bytes} bytes, is not a whole number of pages plus a SHA-256 trailer`,
    );
  }
  const digest = hash.digest("hex");
  if (digest !== tail.toHex()) throw invalidSnapshot("the SHA-256 trailer does not match");
  try {
    return { bytes, digest, ...await inspect(file, bytes - DIGEST_LENGTH) };
  } catch (error) {
    if (error instanceof BoltError) throw invalidSnapshot(error.message);
    throw error;
  }
}

/** Returns the error of a snapshot that a node sent. */
export function invalidSnapshot(reason: string): OsctlError {
  return new OsctlError("node", `invalid etcd snapshot: ${reason}`, {
    hint: "retry the snapshot",
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
    if (error instanceof BoltError) throw invalid(error.message, "use an undamaged copy");
    throw error;
  }
}

/** Bytes hashed at once. */
const HASHED_BYTES = 1024 * 1024;

/** Reads all entries; throws a `BoltError` for a corrupt database. */
async function inspect(
  file: Deno.FsFile,
  size: number,
): Promise<Pick<SnapshotInfo, "hash" | "revision" | "keys" | "databaseSize">> {
  let hash = 0, keys = 0, revision = 0n;
  const pages = await BoltPages.open(readerOf(file), size);
  for await (const { name, visit } of pages.buckets()) {
    hash = crc32c(hash, name);
    const isStore = new TextDecoder().decode(name) === "key";
    await visit((key, value) => {
      hash = crc32c(crc32c(hash, key), value);
      keys++;
      if (isStore) revision = parseRevision(key);
    });
  }
  return { hash, revision, keys, databaseSize: pages.size };
}

/** Keys of the store start with the main revision, big-endian. */
function parseRevision(key: Uint8Array): bigint {
  if (key.length < 8) throw new BoltError("a key of the store is not a revision");
  return new DataView(key.buffer, key.byteOffset).getBigUint64(0);
}
