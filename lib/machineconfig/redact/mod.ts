/**
 * Redaction of secrets in machine configurations.
 *
 * @module
 */
export { HUNK, redactDiff } from "./redact_diff.ts";
export { redactText } from "./redact_text.ts";
