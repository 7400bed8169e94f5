/**
 * The shapes every floor above `lib/rpc` uses. No gRPC library type leaks out of this folder.
 *
 * @module
 */

import type { Method } from "../../proto/method.ts";

export type { Method };

/** Request metadata: lower-case keys, every value in its own header field, in order. */
export type Headers = Readonly<Record<string, readonly string[]>>;

/** How one call is made. */
export interface CallOptions {
  headers?: Headers;
  /** Time allowed for the whole call, milliseconds; none when left out. */
  timeoutMs?: number;
  /** Cancels the call. */
  signal?: AbortSignal;
  /**
   * The call has no end of its own. An endpoint that says nothing for 5.5 minutes is asked whether
   * it still lives, and after 20 s without an answer the call fails.
   */
  endless?: boolean;
}

/** One connection to one endpoint. Connects on first use. */
export interface Channel {
  /** The endpoint as `host:port`. */
  readonly endpoint: string;
  /**
   * Resolves once the endpoint can take a call: connects if need be, and at once when connected.
   * Lets the caller choose another endpoint before anything of a call was sent.
   *
   * @throws {OsctlError} of kind `connection` when that fails or takes longer than the connect time.
   */
  connect(): Promise<void>;
  unary<Req, Res>(method: Method<Req, Res>, request: Req, options?: CallOptions): Promise<Res>;
  /** Messages as they arrive, with back-pressure. Leaving the loop cancels the call. */
  serverStream<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    options?: CallOptions,
  ): AsyncIterable<Res>;
  /** Sends every request message, then resolves with the one response. */
  clientStream<Req, Res>(
    method: Method<Req, Res>,
    requests: AsyncIterable<Req>,
    options?: CallOptions,
  ): Promise<Res>;
  close(): void;
}

/** Client identity and trust of a channel, PEM texts. */
export interface TlsSettings {
  /** Roots to trust; the system's when undefined. */
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
