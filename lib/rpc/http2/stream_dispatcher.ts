/**
 * Dispatches received frames to the streams of a connection.
 *
 * @module
 */
import type { ConnectionOptions } from "./connection_options.ts";
import { ErrorCode, Http2Error, protocolError } from "./errors.ts";
import type { HeaderBlock } from "./header_block_reader.ts";
import type { Stream } from "./stream.ts";
import type { StreamTable } from "./stream_table.ts";

/** The connection of a dispatcher. */
export interface StreamDispatcherHost {
  /** Returns whether the limit of concurrent streams is reached. */
  isFull(): boolean;
  createStream(id: number): Stream;
}

/** Dispatches to streams; every method throws `Http2Error` on a connection error. */
export class StreamDispatcher {
  readonly #streams: StreamTable;
  readonly #options: ConnectionOptions;
  readonly #host: StreamDispatcherHost;
  readonly #resetBudget = new RapidResetBudget();
  /** The stream of the DATA frame in progress. */
  #current: Stream | undefined;

  constructor(streams: StreamTable, options: ConnectionOptions, host: StreamDispatcherHost) {
    this.#streams = streams;
    this.#options = options;
    this.#host = host;
  }

  dataStart(id: number, length: number): void {
    this.#current = this.#streams.getReceivable(id);
    this.#current?.acceptDataStart(length);
  }

  /** Returns whether the stream is open. */
  data(piece: Uint8Array): boolean {
    this.#current?.acceptData(piece);
    return this.#current !== undefined;
  }

  dataEnd(endStream: boolean): void {
    const stream = this.#current;
    this.#current = undefined;
    if (endStream) stream?.acceptDataEnd();
  }

  /** Returns whether the stream was open, or was opened. */
  headers({ stream: id, fields, endStream }: HeaderBlock): boolean {
    const open = this.#streams.get(id);
    if (open !== undefined) {
      if (fields === undefined) open.rejectHeaders();
      else open.acceptHeaders(fields, endStream);
      return true;
    }
    if (this.#options.role === "server" && this.#streams.registerPeerStream(id)) {
      const isFull = this.#host.isFull();
      const stream = this.#host.createStream(id);
      if (fields === undefined) stream.rejectHeaders();
      else if (isFull) stream.reset(ErrorCode.refusedStream);
      else if (stream.validateHeaders(fields, endStream)) {
        this.#options.onStream?.(stream, fields, endStream);
        if (endStream) stream.acceptEnd();
      }
      return true;
    }
    this.#streams.getReceivable(id);
    // Trailers may follow on a stream that was reset here; request headers may not.
    if (fields?.some(([name]) => name === ":method")) {
      throw protocolError(`request headers on closed stream ${id}`);
    }
    return false;
  }

  /** Returns whether the stream was open. */
  reset(id: number, code: number): boolean {
    const stream = this.#streams.getOpened(id);
    if (stream === undefined) return false;
    stream.acceptReset(code);
    if (this.#options.role === "server") this.#resetBudget.spend();
    return true;
  }

  windowUpdate(id: number, increment: number): void {
    this.#streams.getOpened(id)?.acceptWindowUpdate(increment);
  }

  /** Counts a stream error of the peer; the stream was reset. */
  streamError(): void {
    this.#resetBudget.spend();
  }

  /** Records that a stream closed; `error` is undefined when both sides had ended it. */
  streamClosed(error: Http2Error | undefined): void {
    if (error === undefined) this.#resetBudget.refill();
  }
}

/** Streams that may be reset beyond those that complete. */
const RESET_LIMIT = 1000;

/**
 * Limits rapid resets (CVE-2023-44487): streams that the peer opens and resets, or opens malformed,
 * cost it nothing and this side work. Each one spends one unit, each completed stream refills one.
 */
class RapidResetBudget {
  #left = RESET_LIMIT;

  /** @throws {Http2Error} when the budget is exhausted. */
  spend(): void {
    if (--this.#left < 0) {
      throw new Http2Error(ErrorCode.enhanceYourCalm, "too many streams were reset");
    }
  }

  refill(): void {
    this.#left = Math.min(RESET_LIMIT, this.#left + 1);
  }
}
