/**
 * Gates of rolling changes.
 *
 * @module
 */
export { createGates, DEFAULT_STEADINESS, type Steadiness } from "./gate_set.ts";
export { mergeGates } from "./read_gates.ts";
export type { GateSources, OpenKubernetes } from "./types.ts";
