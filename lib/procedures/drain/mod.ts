/**
 * Drain of Kubernetes nodes before they restart.
 *
 * 1. The Kubernetes node is cordoned, unless it was.
 * 2. Its pods are evicted, which respects disruption budgets; a pod that is blocked is reported, and
 *    tried again until the limit.
 * 3. When the node has restarted and is ready, it is uncordoned: only one that was cordoned here.
 *
 * After a failure, the node is uncordoned again.
 *
 * @module
 */
export { cordonNode, drainNode, uncordonNode, waitForReady } from "./drain_node.ts";
export { NodeDrain } from "./node_drain.ts";
