/**
 * The payload of GOAWAY frames (RFC 9113, section 6.8).
 *
 * @module
 */
import { bytes32, concat, uint32 } from "./bytes.ts";
import { ErrorCode, errorCodeName } from "./errors.ts";
import { MAX_STREAM_ID } from "./frame_types.ts";

/** Encodes the payload of GOAWAY; the debug data is a text. */
export function encodeGoaway(lastStream: number, code: number, text: string): Uint8Array {
  return concat([bytes32(lastStream), bytes32(code), new TextEncoder().encode(text)]);
}

/** Decodes the payload of GOAWAY. */
export function decodeGoaway(payload: Uint8Array) {
  const code = uint32(payload, 4);
  const text = new TextDecoder().decode(payload.subarray(8));
  const reasons = [code === ErrorCode.noError ? "" : errorCodeName(code), text].filter(Boolean);
  const suffix = reasons.length > 0 ? ` (${reasons.join(", ")})` : "";
  const message = `peer is shutting down${suffix}`;
  return { lastStream: uint32(payload, 0) & MAX_STREAM_ID, code, message };
}
