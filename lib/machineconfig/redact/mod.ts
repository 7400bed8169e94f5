/**
 * Keeps secrets off terminals and out of logs.
 *
 * @module
 */
export { redactText } from "./text.ts";
