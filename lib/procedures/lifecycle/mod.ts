/**
 * Actions that interrupt nodes, followed to their completion.
 *
 * @module
 */
export type { LifecycleAction } from "./action.ts";
export { installNodes } from "./install_nodes.ts";
export { installVersion } from "./install_version.ts";
export { updateFields } from "./progress.ts";
export { trackNodes } from "./track_nodes.ts";
export { checkImage, lostExtensions, printAcknowledgements, printPlan } from "./upgrade.ts";
