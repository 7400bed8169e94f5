/**
 * Documentation of the machine configuration schema.
 *
 * @module
 */
export { explain, type ExplainFormat, type ExplainOptions } from "./explain.ts";
export { completePaths } from "./complete_paths.ts";
