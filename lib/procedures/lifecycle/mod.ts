/**
 * Actions that interrupt nodes, followed to their completion.
 *
 * 1. Each node is prepared: drained, or its new version installed ({@linkcode planDrained},
 *    {@linkcode planUpgrade}).
 * 2. When all nodes are prepared and their events are subscribed, they receive their request.
 * 3. Events, the connection and the boot ID show how far a node is; each step is an update.
 * 4. A node is complete when it has restarted and is ready, or has stopped, as the action
 *    defines; what was cordoned is uncordoned.
 *
 * A failure of a node does not stop the others. An interruption stops the tracking only: the result
 * contains what continues on the nodes.
 *
 * @module
 */
export type { ActionPlan, LifecycleAction } from "./action.ts";
export { installNodes, type InstallOptions } from "./install_nodes.ts";
export { installVersion } from "./install_version.ts";
export { describeKept, findDroppedArguments, MIGRATION_HINT } from "./kernel_arguments.ts";
export type { KernelLog } from "./kernel_logs.ts";
export { advance, initialProgress, type NodeProgress, type Update } from "./progress.ts";
export {
  type NodeText,
  type TrackedNodes,
  trackNodes,
  type TrackNodesOptions,
} from "./track_nodes.ts";
export { checkImage, lostExtensions, readExtensions, removedExtensions } from "./upgrade.ts";
