/**
 * Types of the functions that open a TLS stream.
 *
 * @module
 */
import type { Phase } from "./dial_error.ts";
import type { Address } from "./endpoint.ts";
import type { ByteSource, ByteStream, ReadControl, WriteOptions } from "./http2/byte_stream.ts";
import type { TlsSettings } from "./types.ts";

/** The target of an attempt to connect. */
export interface DialTarget {
  readonly endpoint: string;
  readonly address: Address;
  readonly tls: TlsSettings;
  /** The proxy; a direct connection when undefined. */
  readonly proxy: URL | undefined;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** Registers what to destroy when the attempt fails. */
  opened(item: { destroy(): void }): void;
  /** Records the phase that the attempt has reached. */
  reached(phase: Phase): void;
}

/** A stream to a server whose identity is verified. */
export interface DialedStream {
  readonly stream: ByteStream;
  readonly source?: ByteSource;
  readonly reads?: ReadControl;
  readonly writes?: WriteOptions;
}

/** Opens a stream. Nothing of HTTP/2 is sent before the server's identity is verified. */
export type Dialer = (target: DialTarget) => Promise<DialedStream>;
