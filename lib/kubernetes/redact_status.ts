/**
 * Redaction of secrets in errors of API servers, which quote what they were sent.
 *
 * @module
 */
import { quoteNodeText } from "../pki/redact_node_text.ts";
import { REDACTED } from "../pki/redacted.ts";
import type { Status } from "./objects.ts";

/** Starts the value of an invalid field (`field.Invalid` of apimachinery). */
const INVALID_VALUE = "Invalid value: ";
/** Excerpt that the JSON decoder of API servers quotes around an error. */
const JSON_EXCERPT = /(error found in #\d+ byte of )[^]*$/;

/** Returns a text of an API server without values of secrets. */
export function redactApiText(text: string): string {
  return quoteNodeText(text).split("\n").map(redactInvalidValue).join("\n")
    .replace(JSON_EXCERPT, `$1${REDACTED}`);
}

/** Replaces the value, and what follows it, when the invalid object is a `Secret`. */
function redactInvalidValue(line: string): string {
  const secret = line.search(/\bSecret\b/);
  const value = secret === -1 ? -1 : line.indexOf(INVALID_VALUE, secret);
  return value === -1 ? line : line.slice(0, value + INVALID_VALUE.length) + REDACTED;
}

/** Returns a status without values of secrets. */
export function redactStatus(status: Status): Status {
  const { message, details } = status;
  const causes = details?.causes?.map((cause) => ({
    ...cause,
    ...cause.message !== undefined && { message: redactApiText(cause.message) },
  }));
  return {
    ...status,
    ...message !== undefined && { message: redactApiText(message) },
    ...details !== undefined && { details: { ...details, ...causes && { causes } } },
  };
}

/** Returns a text without the credentials that a request was sent with. */
export function redactCredentials(text: string, authorization: string | undefined): string {
  const [scheme = "", credentials = ""] = authorization?.split(" ") ?? [];
  if (credentials === "") return text;
  const redacted = text.replaceAll(credentials, REDACTED);
  if (scheme !== "Basic") return redacted;
  const decoded = new TextDecoder().decode(Uint8Array.fromBase64(credentials));
  const password = decoded.slice(decoded.indexOf(":") + 1);
  return password === "" ? redacted : redacted.replaceAll(password, REDACTED);
}
