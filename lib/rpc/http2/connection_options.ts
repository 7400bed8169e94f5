/**
 * What an HTTP/2 connection is told when it is made.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { Http2Error } from "./errors.ts";
import type { HeaderField } from "./hpack.ts";
import type { Stream } from "./stream.ts";

/** Where bytes come from. */
export interface Intake {
  /** Begins to hand on what is read; each chunk may be gone after the call. */
  forward(receive: (chunk: Uint8Array) => void): void;
}

/** How a connection behaves. Sizes in bytes. */
export interface ConnectionOptions {
  role: "client" | "server";
  /** How much a peer may send on one stream before it is read. */
  streamWindow: number;
  /** How much a peer may send on all streams together. */
  connectionWindow: number;
  /** Memory for received messages of all streams together. */
  receiveBudget: number;
  /** Largest frame accepted. */
  frameSize: number;
  /** Largest list of header fields accepted. */
  headerLimit: number;
  /** Number of the first stream that a client opens, odd; 1 when left out. */
  firstStream?: number;
  /** Streams a client may have open. */
  maxStreams: number;
  /** Measures silence; left out, a peer that vanishes without a word is not noticed. */
  clock?: Clock;
  /** What reads the socket, when the socket does not emit its data itself. */
  intake?: Intake;
  /** Server: a client opened a stream; sets its receiver. */
  onStream?: (stream: Stream, fields: HeaderField[], endStream: boolean) => void;
  /** Receives an unexpected exception, which has ended this connection. */
  onBug?: (error: unknown) => void;
  /** The connection ended; without an error when both sides were done. */
  onClose?: (error: Http2Error | undefined) => void;
}
