/**
 * The embedded node: a cluster that serves the node API from the state of this machine.
 *
 * @module
 */
export { type AddressPlan, type NodeSocket, planFree, planWithin } from "./addresses.ts";
export { type Credentials, type RunningCluster, startCluster } from "./cluster.ts";
export type { ClusterOptions, ClusterSpec, NodeSpec } from "./cluster_spec.ts";
export { FAULT_ACTIONS, type FaultAction, type FaultRule } from "./fault_rules.ts";
export { FaultFileReader, Faults } from "./faults.ts";
export { type HistoryEntry, readHistory } from "./history.ts";
export {
  createSecrets,
  issueClient,
  readSecrets,
  type SandboxSecrets,
  writeSecrets,
} from "./secrets.ts";
export { serviceLogPath } from "./service_log.ts";
