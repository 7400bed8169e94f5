/**
 * The life of a sandbox node: configuration, sequences, power.
 *
 * @module
 */
export { actionBindings } from "./actions.ts";
export { applyBinding } from "./apply.ts";
export { generateNodeConfigs } from "./generate_configs.ts";
export { generateBinding } from "./generate_configuration.ts";
export { installerBindings } from "./installer.ts";
export type { Boot } from "./boot.ts";
export { Machine } from "./machine.ts";
export { metaBindings } from "./meta.ts";
export { NodeServices } from "./node_services.ts";
export { NodeStorage } from "./node_storage.ts";
