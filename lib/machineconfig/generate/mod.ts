/**
 * Generation of machine configurations and secrets bundles. Rarely used parts are imported on their
 * own: `create_or_import_bundle.ts`, `read_all_patches.ts`.
 *
 * @module
 */
export type { CheckedBundle } from "./bundle_assembler.ts";
export {
  bundleOptionsFor,
  type Contract,
  hasFeature,
  parseContract,
  schemaOfContract,
} from "./contract.ts";
export { type Endpoint, parseEndpoint } from "./endpoint.ts";
export { generateConfig } from "./generate_config.ts";
export type { GenerateInput } from "./generate_input.ts";
export { isKubernetesVersion, parseKubernetesVersion } from "./kubernetes_version.ts";
export { parseMirrors } from "./parse_mirrors.ts";
export { type OutputPlan, type OutputType, planOutputs } from "./plan_outputs.ts";
export { render, type Rendered } from "./render.ts";
export { readBundle } from "./read_bundle.ts";
export { writeBundle } from "./write_bundle.ts";
