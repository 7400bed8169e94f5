/**
 * Standard base64 between bytes and text.
 *
 * @module
 */
import { decodeBase64 as decode } from "../yaml/base64.ts";

export { encodeBase64 } from "../yaml/base64.ts";

/** Decodes standard base64 with or without white space; undefined when it is not base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return decode(text.replaceAll(/\s+/g, ""));
}
