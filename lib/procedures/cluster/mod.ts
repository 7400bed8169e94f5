/**
 * Clusters declared in a file: observe, compare, plan, apply.
 *
 * 1. The cluster file and its secrets are read; nodes without address are found by their identity.
 * 2. All nodes are observed: running with a configuration and versions, in maintenance mode, or
 *    unknown.
 * 3. The plan compares each node with its declaration, and lists the steps in the order in which
 *    they are safe. Nothing is changed until all steps are checked.
 * 4. New nodes are configured and etcd is bootstrapped; then, group by group as rolling changes,
 *    configurations are applied and Talos Linux is upgraded; then Kubernetes; last, nodes are
 *    removed.
 *
 * Each phase is derived from what the nodes run: the same options continue after an interruption.
 *
 * @module
 */
export {
  applyCluster,
  type ApplyObserver,
  type ApplyOptions,
  type GroupChange,
} from "./apply_cluster.ts";
export type { ClusterNotice, ReportNotice } from "./notices.ts";
export { openRunningCluster, type RunningCluster, type RunningOptions } from "./open_running.ts";
export {
  type ClusterPlan,
  hasDifference,
  planCluster,
  type PlannedNode,
  type PlannedState,
} from "./plan_cluster.ts";
