/**
 * etcd snapshots. A folder of its own because hashes load `node:crypto`.
 *
 * @module
 */
export { saveSnapshot } from "./snapshot_file.ts";
export { recoverSnapshot } from "./recover_snapshot.ts";
export { snapshotFields, snapshotLines } from "./snapshot_view.ts";
export { isS3Address, parseS3Address, readS3Place, type S3Flags } from "./s3_settings.ts";
export { openSnapshotStore } from "./open_store.ts";
