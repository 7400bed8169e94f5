/**
 * etcd snapshots. A folder of its own because hashes load `node:crypto`.
 *
 * @module
 */
export { saveSnapshot } from "./snapshot_file.ts";
export { removeOldSnapshots, snapshotTarget } from "./snapshot_target.ts";
export { recoverSnapshot } from "./recover_snapshot.ts";
export { snapshotFields, snapshotLines } from "./snapshot_view.ts";
