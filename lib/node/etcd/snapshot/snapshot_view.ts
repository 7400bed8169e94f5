/**
 * Contents of etcd snapshots: text and records.
 *
 * @module
 */
import type { View } from "../../../output/rows.ts";
import type { SnapshotInfo } from "./snapshot_file.ts";

/** A saved snapshot. What only a file has is null in an object store, to which it is streamed. */
export interface SnapshotEntry extends Pick<SnapshotInfo, "bytes" | "digest" | "databaseSize"> {
  /** As given on the command line. */
  readonly path: string;
  readonly hash: number | null;
  readonly revision: bigint | null;
  readonly keys: number | null;
}

/** Saves a snapshot. Its errors are rethrown, and then nothing is saved. */
export type SaveSnapshot = (chunks: AsyncIterable<Uint8Array>) => Promise<SnapshotEntry>;

/** The documented fields of a snapshot. */
export const snapshotFields: View<SnapshotEntry>["fields"] = {
  path: ({ path }) => path,
  bytes: ({ bytes }) => bytes,
  digest: ({ digest }) => `sha256:${digest}`,
  hash: ({ hash }) => hash === null ? null : hexHash(hash),
  revision: ({ revision }) => revision,
  keys: ({ keys }) => keys,
  databaseSize: ({ databaseSize }) => databaseSize,
};

/** Formats a saved snapshot in two lines. */
export function snapshotLines(snapshot: SnapshotEntry): string {
  const { path, bytes, digest, hash, revision, keys, databaseSize } = snapshot;
  const info = hash === null || revision === null || keys === null
    ? `total size ${databaseSize}, SHA-256 ${digest}`
    : formatSnapshotInfo({ hash, revision, keys, databaseSize });
  return `etcd snapshot saved to ${
    JSON.stringify(path)
  } (${bytes} bytes)\nsnapshot info: ${info}\n`;
}

/** Formats hash, revision, number of keys and size of a snapshot. */
export function formatSnapshotInfo(
  { hash, revision, keys, databaseSize }: Omit<SnapshotInfo, "bytes" | "digest">,
): string {
  return `hash ${hexHash(hash)}, revision ${revision}, total keys ${keys}, ` +
    `total size ${databaseSize}`;
}

function hexHash(hash: number): string {
  return hash.toString(16).padStart(8, "0");
}
