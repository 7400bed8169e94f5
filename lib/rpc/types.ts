/**
 * Public types of the gRPC client.
 *
 * @module
 */

import type { Method } from "../../proto/method.ts";

export type { Method };

/** Request metadata: lower-case keys, every value in its own header field, in order. */
export type Headers = Readonly<Record<string, readonly string[]>>;

/** Options of a call. */
export interface CallOptions {
  headers?: Headers;
  /** Deadline of the whole call, milliseconds from its start; none by default. */
  timeoutMs?: number;
  /** Cancels the call. */
  signal?: AbortSignal;
  /**
   * Enables keepalive, for streams without an end: after 5.5 minutes without data the endpoint is
   * pinged, and 20 s without an answer fail the call.
   */
  keepalive?: boolean;
}

/** One connection to one endpoint. Connects on first use. */
export interface Channel {
  /** The endpoint as `host:port`. */
  readonly endpoint: string;
  /** Whether a call would be sent without connecting. */
  readonly isConnected: boolean;
  /**
   * Connects unless connected. Lets the caller choose another endpoint before a call sends
   * anything.
   *
   * @throws {OsctlError} of kind `connection` when that fails or takes longer than the connect time.
   */
  connect(): Promise<void>;
  unary<Req, Res>(method: Method<Req, Res>, request: Req, options?: CallOptions): Promise<Res>;
  /** Yields messages as they arrive, with back-pressure. Leaving the loop cancels the call. */
  serverStream<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    options?: CallOptions,
  ): AsyncIterable<Res>;
  /** Sends the request messages and resolves with the response, which may come before the last. */
  clientStream<Req, Res>(
    method: Method<Req, Res>,
    requests: AsyncIterable<Req>,
    options?: CallOptions,
  ): Promise<Res>;
  close(): void;
}

/** Client identity and trust of a channel, PEM texts. */
export interface TlsSettings {
  /** Trusted root certificates; the system's when undefined. */
  ca?: string;
  /** Client certificate chain. */
  crt?: string;
  /** Client key. */
  key?: string;
  /** Maintenance mode: no verification against roots. */
  insecure?: boolean;
  /** Maintenance mode: accept only these leaf SPKI fingerprints (base64 SHA-256); any when empty. */
  fingerprints?: readonly string[];
}
