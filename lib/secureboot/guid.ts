/**
 * GUIDs of UEFI (specification 2.10, appendix A): the first three groups are little-endian.
 *
 * @module
 */

/** Number of bytes of a GUID. */
export const GUID_BYTES = 16;

/** Positions of the bytes of the text in the encoding. */
const ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] as const;

/** Encodes a GUID: `8be4df61-93ca-11d2-aa0d-00e098032b8c`. */
export function encodeGuid(text: string): Uint8Array<ArrayBuffer> {
  return reorder(Uint8Array.fromHex(text.replaceAll("-", "")));
}

/** Formats a GUID in lower case. */
export function formatGuid(bytes: Uint8Array): string {
  return formatUuid(reorder(bytes));
}

/** Formats a UUID, whose bytes are in the order of its text (RFC 9562). */
export function formatUuid(bytes: Uint8Array): string {
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function reorder(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(ORDER, (at) => bytes[at]!);
}
