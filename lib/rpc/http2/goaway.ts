/**
 * The payload of GOAWAY frames (RFC 9113, section 6.8).
 *
 * @module
 */
import { bytes32, concat, uint32 } from "./bytes.ts";
import { ErrorCode, errorCodeName } from "./errors.ts";

/** The largest number a stream can have. */
export const LARGEST_ID = 2 ** 31 - 1;

/** Payload of the ping whose answer ends the first phase of a graceful shutdown. */
export const SHUTDOWN_PING: Uint8Array = new TextEncoder().encode("shutdown");
/** Longest first phase, milliseconds: for peers that do not answer. */
export const SHUTDOWN_PING_MS = 1000;

/** What a peer says when it leaves. */
export interface Goaway {
  /** The last stream it has looked at. */
  readonly last: number;
  readonly code: number;
  /** A sentence with its reason, if it gave one. */
  readonly message: string;
}

/** The payload that says goodbye. */
export function encodeGoaway(last: number, code: number, text: string): Uint8Array {
  return concat([bytes32(last), bytes32(code), new TextEncoder().encode(text)]);
}

/** @throws {Http2Error} when the payload is too short. */
export function decodeGoaway(payload: Uint8Array): Goaway {
  const code = uint32(payload, 4);
  const text = new TextDecoder().decode(payload.subarray(8));
  const reasons = [code === ErrorCode.noError ? "" : errorCodeName(code), text].filter(Boolean);
  const suffix = reasons.length > 0 ? ` (${reasons.join(", ")})` : "";
  return { last: uint32(payload, 0) & LARGEST_ID, code, message: `peer is leaving${suffix}` };
}
