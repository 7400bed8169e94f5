/**
 * The snapshot file that a client uploads to recover etcd from.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { common } from "../../../proto/common.ts";
import { type ReadAt, readerOf } from "../../bolt/bolt_pages.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import type { NodeFacts } from "../types.ts";

/** Largest snapshot accepted, bytes: the sandbox holds the entries of a restored one in memory. */
const MAX_SIZE = 256 * 1024 * 1024;

/** Bytes of the SHA-256 digest after the database. */
export const DIGEST_SIZE = 32;
const PAGE_SIZE = 4096;
const CHUNK_SIZE = 1024 * 1024;

/** The database of an uploaded snapshot, in an open file. */
export interface DatabaseFile extends Disposable {
  /** Bytes. */
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly readAt: ReadAt;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Returns the path of a node's uploaded snapshot. */
export function snapshotPath({ folder }: NodeFacts): string {
  return `${folder}/etcd.snapshot`;
}

/**
 * Yields the bytes of an upload.
 *
 * @throws {StatusError} When they exceed the limit.
 */
export async function* limitedBytes(
  requests: AsyncIterable<common.IData>,
  limit = MAX_SIZE,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const { bytes } of requests) {
    if (!bytes) continue;
    size += bytes.length;
    if (size > limit) {
      const text = `snapshot exceeds the sandbox limit of ${limit} bytes`;
      throw new StatusError(StatusCode.resourceExhausted, text);
    }
    yield bytes;
  }
}

/**
 * Opens the uploaded snapshot of a node and verifies its digest.
 *
 * @throws {StatusError} When the snapshot is missing or its digest differs.
 */
export async function openSnapshot(path: string, skipHashCheck: boolean): Promise<DatabaseFile> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw recoverError("no snapshot was uploaded");
  }
  try {
    const { size: total } = await file.stat();
    const hasDigest = total % PAGE_SIZE === DIGEST_SIZE;
    if (!hasDigest && !skipHashCheck) {
      throw recoverError("snapshot missing hash but --skip-hash-check=false");
    }
    const size = hasDigest ? total - DIGEST_SIZE : total;
    const readAt = readerOf(file);
    const chunks = async function* () {
      for (let at = 0; at < size; at += CHUNK_SIZE) {
        yield await readAt(at, Math.min(CHUNK_SIZE, size - at));
      }
    };
    const hash = createHash("sha256");
    for await (const chunk of chunks()) hash.update(chunk);
    const digest = hash.digest("hex");
    if (!skipHashCheck && (await readAt(size, DIGEST_SIZE)).toHex() !== digest) {
      throw recoverError("expected sha256 differs");
    }
    return { size, digest, readAt, chunks, [Symbol.dispose]: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Creates the error of a failed recovery. */
export function recoverError(reason: string): StatusError {
  return new StatusError(StatusCode.unknown, `failed to recover etcd: ${reason}`);
}
