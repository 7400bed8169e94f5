/**
 * Upgrade of Kubernetes: versions, plan and phases.
 *
 * @module
 */
export { KubernetesAccess } from "./access.ts";
export { RemovedItemsError } from "./check_removed.ts";
export type { Images } from "./components.ts";
export { detectVersion } from "./detect_version.ts";
export type { RemovedItem } from "./removed_items.ts";
export {
  countSteps,
  describePlan,
  planUpgrade,
  runUpgrade,
  type UpgradePlan,
} from "./run_upgrade.ts";
export { type Step, StepLog, stepName } from "./steps.ts";
export type { UpgradeContext, UpgradeOptions } from "./upgrade_context.ts";
export {
  checkDowngrade,
  checkPath,
  checkTarget,
  parseVersion,
  type UpgradePath,
} from "./versions.ts";
export { limitsOf, type WaitLimits } from "./wait_limits.ts";
