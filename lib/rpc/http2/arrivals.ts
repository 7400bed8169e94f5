/**
 * What arrives for the streams of a connection, and which stream it belongs to.
 *
 * @module
 */
import type { ConnectionOptions } from "./connection_options.ts";
import { breach, ErrorCode, type Http2Error } from "./errors.ts";
import type { HeaderBlock } from "./header_blocks.ts";
import { Patience } from "./patience.ts";
import type { Stream } from "./stream.ts";
import type { StreamTable } from "./stream_table.ts";

/** What is needed of the connection. */
export interface ArrivalsHost {
  /** Whether a client may open no more streams. */
  full(): boolean;
  /** Makes a stream for a number. */
  newStream(id: number): Stream;
}

/** Hands on to the streams; every method throws `Http2Error` when the connection is at an end. */
export class Arrivals {
  readonly #streams: StreamTable;
  readonly #options: ConnectionOptions;
  readonly #host: ArrivalsHost;
  readonly #patience = new Patience();
  /** The stream whose DATA frame is arriving. */
  #current: Stream | undefined;

  constructor(streams: StreamTable, options: ConnectionOptions, host: ArrivalsHost) {
    this.#streams = streams;
    this.#options = options;
    this.#host = host;
  }

  dataStart(id: number, length: number): void {
    this.#current = this.#streams.speaking(id);
    this.#current?.acceptData(length);
  }

  data(piece: Uint8Array): void {
    this.#current?.acceptPiece(piece);
  }

  dataEnd(endStream: boolean): void {
    const stream = this.#current;
    this.#current = undefined;
    if (endStream) stream?.acceptDataEnd();
  }

  headers({ stream: id, fields, endStream }: HeaderBlock): void {
    const known = this.#streams.get(id);
    if (known !== undefined) {
      return fields === undefined ? known.rejectHeaders() : known.acceptHeaders(fields, endStream);
    }
    if (this.#options.role === "server" && this.#streams.claim(id)) {
      const full = this.#host.full();
      const stream = this.#host.newStream(id);
      if (fields === undefined) return stream.rejectHeaders();
      if (full) return stream.reset(ErrorCode.refusedStream);
      if (!stream.admits(fields, endStream)) return;
      this.#options.onStream?.(stream, fields, endStream);
      if (endStream) stream.acceptEnd();
      return;
    }
    this.#streams.speaking(id);
    // Trailers may still come on a stream that was ended here, but nothing that opens it anew.
    if (fields?.some(([name]) => name === ":method")) throw breach(`stream ${id} comes too late`);
  }

  reset(id: number, code: number): void {
    const stream = this.#streams.existing(id);
    if (stream === undefined) return;
    stream.acceptReset(code);
    if (this.#options.role === "server") this.#patience.spoilt();
  }

  grow(id: number, increment: number): void {
    this.#streams.existing(id)?.grow(increment);
  }

  /** The peer broke the rules on a stream, which was reset. */
  offended(): void {
    this.#patience.spoilt();
  }

  /** A stream is over; it ended well unless there is an error. */
  ended(error: Http2Error | undefined): void {
    if (error === undefined) this.#patience.ended();
  }
}
