/**
 * Failures of an attempt to connect that this client detects itself.
 *
 * @module
 */

/** The phase an attempt has reached: `proxy` and `connect` precede TLS, `preface` follows it. */
export type Phase = "proxy" | "connect" | "tls" | "preface";

/** A failure found by this client's own checks. */
export class DialError extends Error {
  override readonly name = "DialError";

  constructor(
    readonly reason: "timeout" | "closed" | "identity" | "validity" | "fingerprint" | "alpn",
    /** The server's certificate, DER. */
    readonly certificate?: Uint8Array,
  ) {
    super(reason);
  }
}
