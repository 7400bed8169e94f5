/**
 * What a session and its clients send to each other besides HTTP/2: a byte before the preface, and
 * header fields with errors of the session's connection, which the client reports as its own.
 *
 * @module
 */
import { Http2Error, KeepaliveTimeoutError } from "../http2/errors.ts";
import type { HeaderField } from "../http2/hpack.ts";
import { decodeMessage, encodeMessage, StatusCode } from "../status.ts";

/** First byte of a session that can send calls to its endpoint. */
export const READY = Uint8Array.of(0x52);

/** Byte before it while the session tests its connection to the endpoint. */
export const TESTING = Uint8Array.of(0x54);

/** Field with the error, percent-encoded JSON. */
const FIELD = "osctl-connection-error";

interface EncodedError {
  readonly code: number;
  readonly message: string;
  readonly reason: Http2Error["reason"];
  /** Time of the last data before a keepalive timeout. */
  readonly since?: number;
  readonly cause?: { readonly message: string; readonly code?: string };
}

/** Encodes an error as the trailers of a call. */
export function encodeConnectionError(error: Http2Error): HeaderField[] {
  const { code, message, cause } = error;
  const encoded: EncodedError = {
    code,
    message,
    // A bug of the session is a lost connection for the client.
    reason: error.reason === "internal" ? "closed" : error.reason,
    ...(error instanceof KeepaliveTimeoutError ? { since: error.since } : {}),
    ...(cause instanceof Error ? { cause: encodeCause(cause) } : {}),
  };
  return [
    ["grpc-status", String(StatusCode.unavailable)],
    [FIELD, encodeMessage(JSON.stringify(encoded))],
  ];
}

function encodeCause(cause: Error): NonNullable<EncodedError["cause"]> {
  const code = "code" in cause && typeof cause.code === "string" ? { code: cause.code } : {};
  return { message: cause.message, ...code };
}

/** Decodes the error of a session from trailers; undefined when they have none. */
export function decodeConnectionError(fields: readonly HeaderField[]): Http2Error | undefined {
  const value = fields.find(([name]) => name === FIELD)?.[1];
  if (value === undefined) return undefined;
  const { code, message, reason, since, cause }: EncodedError = JSON.parse(decodeMessage(value));
  if (since !== undefined) return new KeepaliveTimeoutError(since);
  const options = cause && { cause: Object.assign(new Error(cause.message), { code: cause.code }) };
  return new Http2Error(code, message, reason, false, options);
}
