/**
 * Keeps secrets off terminals and out of logs: documents and texts without them.
 *
 * @module
 */
export { redact } from "./documents.ts";
export { HIDDEN, isSecret } from "./secret.ts";
export { redactText } from "./text.ts";
