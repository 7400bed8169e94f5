/**
 * Rolling changes: nodes change one after the other, and etcd keeps its quorum.
 *
 * 1. The nodes, etcd, the versions and the gates are checked; nothing has changed yet.
 * 2. Batches are planned: control planes one at a time, the leader of etcd last, then workers.
 * 3. The lock of the cluster is taken, images are pulled, a snapshot of etcd is stored, and the
 *    journal is written, with which a change that has stopped continues.
 * 4. Each node: gates, cordon and drain, the leadership of etcd moved, the request, its restart,
 *    volumes and etcd awaited, uncordon, gates again.
 * 5. The first failure stops the change; no node is reverted.
 *
 * In a pod of the cluster, the journal is a ConfigMap, and another pod continues
 * (`in_cluster/`).
 *
 * @module
 */
export { changeNodes, planChange } from "./change_nodes.ts";
export type { RollingEvent } from "./events.ts";
export { DEFAULT_OPTIONS, parseMaxUnavailable, type RollingOptions } from "./options.ts";
export type { RollingPlan } from "./plan_view.ts";
export {
  type CreateRequest,
  rebootRequest,
  resetRequest,
  shutdownRequest,
  upgradeRequest,
} from "./requests.ts";
export type { PlannedChange, RollingChangeOptions, RollingObserver } from "./rolling_change.ts";
