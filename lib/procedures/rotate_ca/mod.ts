/**
 * Rotation of the certificate authorities of a cluster.
 *
 * @module
 */
export type { Journal } from "./journal.ts";
export { rotateAuthorities } from "./rotate_authorities.ts";
export { parseRotationOptions } from "./rotation_options.ts";
export { type Phase, PHASES } from "./types.ts";
