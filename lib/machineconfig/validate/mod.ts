/**
 * Validation of machine configurations.
 *
 * @module
 */
export { type Mode, MODES } from "./report.ts";
export { rulesRelease } from "./rules_release.ts";
export { validate, type ValidateOptions } from "./validate.ts";
