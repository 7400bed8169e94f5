/**
 * The placeholder of secrets.
 *
 * @module
 */

/** Replaces secrets in printed configurations; nodes write and accept it as well. */
export const REDACTED = "******";
