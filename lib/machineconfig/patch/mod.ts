/**
 * Patches of machine configurations: strategic merge patches and JSON patches.
 *
 * @module
 */
export { type ApplyOptions, applyPatches } from "./apply.ts";
export type { Patch } from "./patch.ts";
export { type PatchValues, type ReadOptions, readPatch, readPatches } from "./read.ts";
export { type ConfigText, patchText } from "./text.ts";
