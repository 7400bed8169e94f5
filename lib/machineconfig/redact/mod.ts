/**
 * Redaction of secrets in machine configurations.
 *
 * @module
 */
export { redactText } from "./redact_text.ts";
