/** Contents of snapshots in memory. */
import { Buffer } from "node:buffer";
import type { BoltBuckets } from "../../../../lib/bolt/bolt_file.ts";
import { decodeDatabase } from "../../../../lib/sandbox/etcd/database.ts";
import { DIGEST_SIZE } from "../../../../lib/sandbox/etcd/uploaded_snapshot.ts";

/** Returns the buckets of a snapshot with its digest. */
export function decodeSnapshot(snapshot: Uint8Array<ArrayBuffer>): Promise<BoltBuckets> {
  const readAt = (offset: number, length: number) =>
    Promise.resolve(snapshot.slice(offset, offset + length));
  return decodeDatabase(readAt, snapshot.length - DIGEST_SIZE);
}

/** Concatenates the parts of a snapshot. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts));
}
