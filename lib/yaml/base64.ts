/**
 * Standard base64. Decodes it as Go does: padded, with line breaks, and no other characters.
 *
 * @module
 */

/** Returns the bytes; undefined when `text` is not base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const compact = text.replaceAll(/[\r\n]+/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return Uint8Array.fromBase64(compact);
}

/** Encodes bytes, or the UTF-8 of a text, as standard base64. */
export function encodeBase64(data: Uint8Array | string): string {
  return (typeof data === "string" ? new TextEncoder().encode(data) : data).toBase64();
}
