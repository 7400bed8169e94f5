/**
 * Upgrade of Kubernetes in a cluster, to the same or the next minor version.
 *
 * 1. The present version is detected; versions, nodes and removed items are checked.
 * 2. The plan lists a step per component and node; images are pulled first on request.
 * 3. The static pods of control planes change one by one: API server, controller manager,
 *    scheduler; each must be ready with its new image before the next.
 * 4. kube-proxy and the other manifests change; then the kubelets, node by node.
 * 5. Rollouts of changed workloads are awaited.
 *
 * Every step reads what is already true, so that a repeated upgrade continues. The first failure
 * stops.
 *
 * @module
 */
export { RemovedItemsError } from "./check_removed.ts";
export { type Images, KUBERNETES_IMAGES } from "./components.ts";
export type { RemovedItem } from "./removed_items.ts";
export { type Step, StepLog, stepName } from "./steps.ts";
export {
  type DescribedUpgrade,
  type KubernetesUpgradeOptions,
  planKubernetesUpgrade,
  type PlannedUpgrade,
  upgradeKubernetes,
  type UpgradeObserver,
  type UpgradeResult,
} from "./upgrade_kubernetes.ts";
export type { UpgradePath } from "./versions.ts";
