/**
 * The JSONPath dialect of Kubernetes: print columns, and expressions of users.
 *
 * @module
 */
export { type EvaluateOptions, JsonPath } from "./evaluate.ts";
