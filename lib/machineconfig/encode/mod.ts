/**
 * Encodes machine configurations.
 *
 * @module
 */
export { encodeConfig, type EncodeOptions } from "./encode.ts";
export { normalise } from "./normalise.ts";
