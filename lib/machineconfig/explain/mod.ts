/**
 * What the machine configuration is made of, for people and programs.
 *
 * @module
 */
export { explain, type ExplainFormat, type ExplainOptions } from "./explain.ts";
export { pathsAfter } from "./complete.ts";
