/**
 * Failures of the HTTP/2 layer, before they are translated for people.
 *
 * @module
 */

/** Error codes of HTTP/2 (RFC 9113, section 7). */
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

/** The name an error code has in the standard, for example `ENHANCE_YOUR_CALM`. */
export function errorCodeName(code: number): string {
  return NAMES.get(code) ?? `error ${code}`;
}

/** A breach of the protocol by the peer, or the end of a connection or stream. */
export class Http2Error extends Error {
  override readonly name = "Http2Error";

  constructor(
    /** Why, as an HTTP/2 error code. */
    readonly code: number,
    message: string,
    /**
     * What ended: `protocol` a breach found here; `reset` the peer reset the stream; `goaway` the
     * peer is leaving; `closed` the connection ended; `internal` a bug of this side, the `cause`.
     */
    readonly reason: "protocol" | "reset" | "goaway" | "closed" | "internal" = "protocol",
    /** True when the peer certainly did not act on the stream, so that it may be sent again. */
    readonly unprocessed: boolean = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The peer vanished without a word. */
export class SilenceError extends Http2Error {
  /** @param since when it was heard last, Unix time, milliseconds. */
  constructor(readonly since: number) {
    super(ErrorCode.internalError, "peer vanished", "closed");
  }
}

/** The peer's first bytes are not HTTP/2. */
export class PrefaceError extends Http2Error {
  constructor() {
    super(ErrorCode.protocolError, "peer does not speak HTTP/2");
  }
}

/** The peer broke the protocol. */
export function breach(message: string): Http2Error {
  return new Http2Error(ErrorCode.protocolError, message);
}

/** An unexpected exception ended the connection. Its text is not sent to the peer. */
export function internalError(cause: unknown): Http2Error {
  return new Http2Error(ErrorCode.internalError, "internal error", "internal", false, { cause });
}

/** The connection ended, for a reason of the system if there is one. */
export function closedError(message: string, cause?: Error): Http2Error {
  const options = cause === undefined ? undefined : { cause };
  return new Http2Error(ErrorCode.internalError, message, "closed", false, options);
}
