/**
 * The resources of an embedded node (COSI state).
 *
 * @module
 */
export { stateBindings } from "./bindings.ts";
export { ClusterStates, type StateSpec } from "./cluster_states.ts";
export type { ActiveConfig, LiveNode, NodeSecrets } from "./controllers/controller_options.ts";
export { inspectBindings } from "./inspect_bindings.ts";
export { NodeState } from "./node_state.ts";
