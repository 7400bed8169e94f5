/**
 * Reasons of failed requests over HTTP.
 *
 * @module
 */

/** Returns the reason of a failed request; its innermost cause contains it. */
export function describeFetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return describeFetchFailure(error.cause);
  if (isUntrusted(error.message)) return UNTRUSTED;
  return withoutAddress(error.message);
}

const ADDRESS = "error sending request for url (";

/** Removes the URL, which may contain credentials and tokens. */
function withoutAddress(message: string): string {
  const end = message.indexOf("): ");
  return message.startsWith(ADDRESS) && end >= 0 ? message.slice(end + 3) : message;
}

const UNTRUSTED = "its certificate is not signed by a trusted authority";

/** Whether a reason is a certificate of an unknown authority. */
export function isUntrusted(reason: string): boolean {
  // BadSignature: an authority of the same name has another key.
  return reason === UNTRUSTED ||
    /invalid peer certificate: (UnknownIssuer|BadSignature)$/.test(reason);
}

/** The hint for such a reason. */
export const TRUST_HINT = "set DENO_CERT to the PEM file of the authority, if you trust it";
