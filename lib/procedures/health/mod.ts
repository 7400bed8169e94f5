/**
 * Health of a cluster: checks of nodes, etcd and Kubernetes, in a fixed order.
 *
 * 1. The nodes are those that are given, or those that the cluster has discovered.
 * 2. The checks run in the order of {@linkcode HEALTH_CHECKS}: first etcd and the nodes, then
 *    Kubernetes. Each is repeated until it holds, or once each with a report of all failures.
 * 3. Alternatively a node runs the checks itself ({@linkcode runServerCheck}).
 *
 * Checks change nothing. {@linkcode healthCheckBinding} serves them to other programs.
 *
 * @module
 */
export { HEALTH_CHECKS, parseSkipped } from "./checks.ts";
export { type ClusterNodeNames, parseClusterNodes } from "./cluster_nodes.ts";
export { openTarget } from "./open_target.ts";
export { HealthDeadline, runChecksOnce, waitForChecks } from "./run_checks.ts";
export { healthCheckBinding } from "./serve.ts";
export { runServerCheck } from "./server_check.ts";
