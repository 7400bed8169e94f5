/**
 * Options of an HTTP/2 connection.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { ByteSource, ReadControl, WriteOptions } from "./byte_stream.ts";
import type { Http2Error } from "./errors.ts";
import type { HeaderField } from "./hpack.ts";
import type { Stream } from "./stream.ts";

/** Options of a connection. Sizes in bytes. */
export interface ConnectionOptions {
  role: "client" | "server";
  /** Receive window of each stream. */
  streamWindow: number;
  /** Receive window of the connection. */
  connectionWindow: number;
  /** Memory for received messages of all streams together. */
  receiveBudget: number;
  /** Largest frame accepted. */
  frameSize: number;
  /** Largest header list accepted, as RFC 9113, section 6.5.2, counts it. */
  headerLimit: number;
  /** Identifier of the first stream that a client opens, odd; default 1. */
  firstStream?: number;
  /** Concurrent streams that a client may open. */
  maxStreams: number;
  /** Clock of keepalive; without it no pings are sent. */
  clock?: Clock;
  /** Source of the received bytes; default the `data` events of the socket. */
  source?: ByteSource;
  /** Default: the methods of the socket. */
  reads?: ReadControl;
  /** Default {@linkcode PLAIN_WRITES}. */
  writes?: WriteOptions;
  /** Server: called for each stream that a client opens; sets its receiver. */
  onStream?: (stream: Stream, fields: HeaderField[], endStream: boolean) => void;
  /** Receives an unexpected exception, which has ended this connection. */
  onInternalError?: (error: unknown) => void;
  /** Called when the connection has ended; without an error after a graceful shutdown. */
  onClose?: (error: Http2Error | undefined) => void;
}
