/**
 * The store of snapshots: a folder, or an object store.
 *
 * @module
 */
import type { System } from "../../../platform/system.ts";
import { isS3Address, type S3Flags } from "./s3_settings.ts";
import { saveSnapshot } from "./snapshot_file.ts";
import { removeOldSnapshots, snapshotTarget } from "./snapshot_target.ts";
import type { SaveSnapshot } from "./snapshot_view.ts";

/** Options of {@linkcode openSnapshotStore}. */
export interface StoreFlags extends S3Flags {
  /** A path, or the address of an object; one that ends with a slash is a folder. */
  readonly path: string;
  /** Snapshots to retain in a folder; 0 for all. */
  readonly keep: number;
  /** Called with the number of bytes received so far. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Opens a store before any node is called.
 *
 * @throws {OsctlError} of kind `usage` or `input` for an invalid address or missing credentials.
 */
export async function openSnapshotStore(
  system: Pick<System, "fetch" | "clock" | "signal" | "env" | "cwd">,
  { path, keep, onProgress, ...flags }: StoreFlags,
): Promise<SaveSnapshot> {
  if (isS3Address(path)) {
    const { openObjectStore } = await import("./store_snapshot.ts");
    return await openObjectStore(system, { ...flags, address: path, keep, onProgress });
  }
  const target = await snapshotTarget(system, path);
  return async (chunks) => {
    const saved = await saveSnapshot(target.path, chunks, onProgress);
    await removeOldSnapshots(target, keep);
    return { path: target.name, ...saved };
  };
}
