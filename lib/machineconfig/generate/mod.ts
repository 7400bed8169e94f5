/**
 * Machine configurations of new clusters, and the secrets they are made from.
 * What is seldom needed, and patches, are in files of their own: `new_bundle.ts`, `patch_all.ts`.
 *
 * @module
 */
export type { CheckedBundle } from "./assemble.ts";
export { type Contract, contractOf, recipeOf } from "./contract.ts";
export { type Endpoint, parseEndpoint } from "./endpoint.ts";
export { generateConfig } from "./generate.ts";
export type { GenerateInput } from "./input.ts";
export { parseMirrors } from "./mirrors.ts";
export { type OutputPlan, type OutputType, planOutputs } from "./outputs.ts";
export { render, type Rendered } from "./render.ts";
export { readBundle } from "./read_bundle.ts";
export { writeBundle } from "./write_bundle.ts";
