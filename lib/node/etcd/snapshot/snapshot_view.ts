/**
 * Contents of etcd snapshots: text and records.
 *
 * @module
 */
import type { View } from "../../../output/rows.ts";
import type { SnapshotInfo } from "./snapshot_file.ts";

/** A saved snapshot. */
export interface SnapshotEntry extends SnapshotInfo {
  /** As given on the command line. */
  readonly path: string;
}

/** The documented fields of a snapshot. */
export const snapshotFields: View<SnapshotEntry>["fields"] = {
  path: ({ path }) => path,
  bytes: ({ bytes }) => bytes,
  digest: ({ digest }) => `sha256:${digest}`,
  hash: ({ hash }) => hexHash(hash),
  revision: ({ revision }) => revision,
  keys: ({ keys }) => keys,
  databaseSize: ({ databaseSize }) => databaseSize,
};

/** Formats a saved snapshot in two lines. */
export function snapshotLines(snapshot: SnapshotEntry): string {
  const { path, bytes } = snapshot;
  return `etcd snapshot saved to ${JSON.stringify(path)} (${bytes} bytes)\n` +
    `snapshot info: ${formatSnapshotInfo(snapshot)}\n`;
}

/** Formats hash, revision, number of keys and size of a snapshot. */
export function formatSnapshotInfo(
  { hash, revision, keys, databaseSize }: Omit<SnapshotEntry, "path">,
): string {
  return `hash ${hexHash(hash)}, revision ${revision}, total keys ${keys}, ` +
    `total size ${databaseSize}`;
}

function hexHash(hash: number): string {
  return hash.toString(16).padStart(8, "0");
}
