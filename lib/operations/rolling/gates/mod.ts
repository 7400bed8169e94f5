/**
 * Gates of rolling changes.
 *
 * @module
 */
export { createGates, DEFAULT_STEADINESS, type Steadiness } from "./gate_set.ts";
export { GATE_FORMS } from "./parse_gate.ts";
export { mergeGates } from "./read_gates.ts";
export type { GateSources, OpenKubernetes } from "./types.ts";
