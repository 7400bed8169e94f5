/**
 * What an embedded node knows about itself, as resources.
 *
 * @module
 */
export { stateBindings } from "./bindings.ts";
export { ClusterStates, type StateSpec } from "./cluster_states.ts";
export { inspectBindings } from "./dependencies.ts";
export { NodeState } from "./node_state.ts";
