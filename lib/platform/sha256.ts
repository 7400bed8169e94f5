/**
 * Digests of texts.
 *
 * @module
 */

/** Returns the SHA-256 of a text, hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
