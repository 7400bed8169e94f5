/**
 * Rotation of the certificate authorities of a cluster.
 *
 * @module
 */
export type { Journal } from "./journal.ts";
export { parseRotationOptions } from "./rotation_options.ts";
export { type Phase, PHASES } from "./types.ts";
