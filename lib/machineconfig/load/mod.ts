/**
 * Loads machine configurations.
 *
 * @module
 */
export { decodeMachineConfig, type LoadOptions } from "./load.ts";
export { locate, type Place, problemLine, problemLines, type Source } from "./locate.ts";
export { type ReadPlace, type ReadSource, readSource } from "./source.ts";
export { problemsView, toProblemRows } from "./problem_rows.ts";
