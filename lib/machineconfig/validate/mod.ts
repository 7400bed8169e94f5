/**
 * Validation of machine configurations.
 *
 * @module
 */
export { type Mode, MODES } from "./report.ts";
export { validate, type ValidateOptions } from "./validate.ts";
