/**
 * What the machine configuration is made of, for people and programs.
 *
 * @module
 */
export { describe, type Explanation, type Overview, overview } from "./describe.ts";
export { explain, type ExplainFormat, type ExplainOptions } from "./explain.ts";
export { type Found, lookup } from "./lookup.ts";
export { pathsAfter } from "./complete.ts";
