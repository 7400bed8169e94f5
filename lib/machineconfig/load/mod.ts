/**
 * Reading machine configurations.
 *
 * @module
 */
export { loadConfig, type LoadOptions } from "./load.ts";
export { locate, type Place, placesIn, problemLine, problemLines, type Source } from "./locate.ts";
