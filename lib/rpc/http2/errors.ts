/**
 * Errors of the HTTP/2 layer. `lib/rpc/errors.ts` converts them to errors for users.
 *
 * @module
 */

/** Error codes (RFC 9113, section 7). */
export const ErrorCode = {
  noError: 0x0,
  protocolError: 0x1,
  internalError: 0x2,
  flowControlError: 0x3,
  settingsTimeout: 0x4,
  streamClosed: 0x5,
  frameSizeError: 0x6,
  refusedStream: 0x7,
  cancel: 0x8,
  compressionError: 0x9,
  enhanceYourCalm: 0xb,
  inadequateSecurity: 0xc,
  http11Required: 0xd,
} as const;

const NAMES = new Map<number, string>(
  Object.entries(ErrorCode).map(([name, code]) => [
    code,
    name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  ]),
);

/** Returns the standard name of an error code, for example `ENHANCE_YOUR_CALM`. */
export function errorCodeName(code: number): string {
  return NAMES.get(code) ?? `error ${code}`;
}

/** A stream error or connection error, or the reason why a stream or connection closed. */
export class Http2Error extends Error {
  override readonly name = "Http2Error";

  constructor(
    readonly code: number,
    message: string,
    /**
     * `protocol`: error of the peer, detected here; `reset`: RST_STREAM received; `goaway`: GOAWAY
     * received; `closed`: the connection ended; `internal`: bug of this side, with its `cause`.
     */
    readonly reason: "protocol" | "reset" | "goaway" | "closed" | "internal" = "protocol",
    /** Whether the peer has certainly not processed the stream, so that a retry is safe. */
    readonly isUnprocessed: boolean = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The peer did not answer a keepalive ping. */
export class KeepaliveTimeoutError extends Http2Error {
  /** @param since when the last data was received, Unix time, milliseconds. */
  constructor(readonly since: number) {
    super(ErrorCode.internalError, "keepalive ping timed out", "closed");
  }
}

/** The peer's first bytes are not HTTP/2. */
export class PrefaceError extends Http2Error {
  constructor() {
    super(ErrorCode.protocolError, "peer does not speak HTTP/2");
  }
}

/** Creates an error with PROTOCOL_ERROR. */
export function protocolError(message: string): Http2Error {
  return new Http2Error(ErrorCode.protocolError, message);
}

/** Creates the error of an unexpected exception, whose text is not sent to the peer. */
export function internalError(cause: unknown): Http2Error {
  return new Http2Error(ErrorCode.internalError, "internal error", "internal", false, { cause });
}

/** Creates the error of a closed connection; `cause` is the error of the system, if any. */
export function closedError(message: string, cause?: Error): Http2Error {
  const options = cause === undefined ? undefined : { cause };
  return new Http2Error(ErrorCode.internalError, message, "closed", false, options);
}
