/**
 * Machine configurations of new clusters, and the secrets they are made from.
 *
 * @module
 */
export { type CheckedBundle, tokenWarning } from "./assemble.ts";
export { bundleFromConfig } from "./config_secrets.ts";
export { type Contract, contractOf, contractText, recipeOf } from "./contract.ts";
export { type Endpoint, parseEndpoint } from "./endpoint.ts";
export { generateConfig } from "./generate.ts";
export type { GenerateInput } from "./input.ts";
export { readKubernetesPki } from "./kubernetes_pki.ts";
export { parseMirrors } from "./mirrors.ts";
export { type OutputPlan, type OutputType, planOutputs } from "./outputs.ts";
export { patchAll, type PatchSet, render, type Rendered } from "./render.ts";
export { readBundle } from "./read_bundle.ts";
export { writeBundle } from "./write_bundle.ts";
