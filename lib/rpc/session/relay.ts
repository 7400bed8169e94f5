/**
 * Relays one direction of a call from one HTTP/2 stream to another, without reading the messages.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "../http2/errors.ts";
import type { HeaderField } from "../http2/hpack.ts";
import type { ReceiveBudget } from "../http2/receive_budget.ts";
import type { Stream } from "../http2/stream.ts";
import { STREAM_WINDOW } from "../tuning.ts";
import { encodeConnectionError } from "./session_fields.ts";

/** Queued bytes above which the source gets no more window: the sink reads slowly. */
const HIGH_WATER = STREAM_WINDOW / 2;

/** Most bytes sent at once. */
const BATCH = 256 * 1024;

/** What the source has sent, in order. */
type Item =
  | { readonly kind: "headers"; readonly fields: readonly HeaderField[]; readonly isLast: boolean }
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "end" }
  | { readonly kind: "error"; readonly error: Http2Error };

/** The session of a relay. */
export interface RelayHost {
  /** Memory for queued data of all calls. */
  readonly budget: ReceiveBudget;
  /** Receives an unexpected exception, which has ended its call. */
  report(error: unknown): void;
}

/** Queues what one stream receives and sends it on another, under the flow control of both. */
export class Relay {
  readonly #source: Stream;
  readonly #host: RelayHost;
  #sink: Stream | undefined;
  #items: Item[] = [];
  #queued = 0;
  #isRunning = false;
  #isStopped = false;
  /** Whether the source has ended its side of the stream. */
  #hasEnded = false;
  /** Whether header fields were sent; interim responses do not count. */
  #hasSentHeaders = false;

  constructor(source: Stream, host: RelayHost) {
    this.#source = source;
    this.#host = host;
  }

  /** Sends what is queued, and all that follows, on a stream. */
  start(sink: Stream): void {
    this.#sink = sink;
    if (this.#items.length === 0) sink.flush();
    else this.#wake();
  }

  headers(fields: readonly HeaderField[], isLast: boolean): void {
    this.#hasEnded ||= isLast;
    this.#push({ kind: "headers", fields, isLast });
  }

  /** Copies a piece, which is valid during the call only. */
  data(piece: Uint8Array): void {
    if (this.#isStopped) return;
    if (!this.#host.budget.reserve(piece.length)) {
      const text = `unread data of this session exceeds ${this.#host.budget.limit} bytes`;
      return this.#source.reset(
        ErrorCode.enhanceYourCalm,
        new Http2Error(ErrorCode.enhanceYourCalm, text, "closed"),
      );
    }
    this.#queued += piece.length;
    this.#push({ kind: "data", bytes: piece.slice() });
  }

  end(): void {
    // Trailers have ended the stream themselves.
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#push({ kind: "end" });
  }

  /** Ends the sink as the source has ended, after the queued data. */
  fail(error: Http2Error): void {
    this.#push({ kind: "error", error });
  }

  /** Discards the queue. */
  stop(): void {
    this.#isStopped = true;
    this.#items = [];
    this.#release(this.#queued);
  }

  #push(item: Item): void {
    if (this.#isStopped) return;
    this.#items.push(item);
    this.#wake();
  }

  #wake(): void {
    if (this.#isRunning || this.#sink === undefined) return;
    this.#isRunning = true;
    void this.#run(this.#sink);
  }

  async #run(sink: Stream): Promise<void> {
    try {
      // The rest of a received chunk can be sent together with its first frame.
      await undefined;
      for (let item = this.#items[0]; item !== undefined; item = this.#items[0]) {
        await this.#send(item, sink);
      }
    } catch (error) {
      this.stop();
      // The sink is closed, and its receiver has ended the source.
      if (error instanceof Http2Error) return;
      // A bug ends the call; other calls continue.
      this.#host.report(error);
      for (const stream of [this.#source, sink]) stream.reset(ErrorCode.internalError);
    } finally {
      this.#isRunning = false;
    }
  }

  async #send(item: Item, sink: Stream): Promise<void> {
    if (item.kind === "data") return await this.#sendData(sink);
    this.#items.shift();
    if (item.kind === "end") return await sink.send([], true);
    if (item.kind === "error") return this.#sendError(item.error, sink);
    this.#hasSentHeaders ||= !isInterim(item.fields);
    sink.sendHeaders(item.fields, item.isLast);
  }

  #sendError(error: Http2Error, sink: Stream): void {
    if (error.isUnprocessed) return sink.reset(ErrorCode.refusedStream);
    if (error.reason === "reset") return sink.reset(error.code);
    if (sink.isLocalEnded) return sink.reset(ErrorCode.noError);
    const trailers = encodeConnectionError(error);
    sink.sendHeaders(this.#hasSentHeaders ? trailers : [...RESPONSE_FIELDS, ...trailers], true);
  }

  /** Sends the data at the start of the queue, and the end of the stream after it. */
  async #sendData(sink: Stream): Promise<void> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const item of this.#items) {
      if (item.kind !== "data" || length > BATCH) break;
      parts.push(item.bytes);
      length += item.bytes.length;
    }
    this.#items.splice(0, parts.length);
    const isLast = this.#items[0]?.kind === "end";
    if (isLast) this.#items.shift();
    await sink.send(parts, isLast);
    this.#release(length);
    if (this.#queued < HIGH_WATER) this.#source.replenish();
  }

  #release(bytes: number): void {
    const released = Math.min(bytes, this.#queued);
    this.#queued -= released;
    this.#host.budget.release(released);
  }
}

/** Header fields of a response without messages. */
const RESPONSE_FIELDS: readonly HeaderField[] = [
  [":status", "200"],
  ["content-type", "application/grpc"],
];

function isInterim(fields: readonly HeaderField[]): boolean {
  return fields.some(([name, value]) => name === ":status" && value.startsWith("1"));
}
