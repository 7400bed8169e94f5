/**
 * Images of embedded nodes.
 *
 * @module
 */
export { imageBindings } from "./bindings.ts";
export { verificationRules } from "./verify.ts";
