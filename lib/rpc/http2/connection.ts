/**
 * One HTTP/2 connection over an established socket (RFC 9113), for either side: settings, streams,
 * flow control, pings and leaving. What is said on the streams is not its business.
 *
 * @module
 */
import type { Duplex } from "node:stream";
import { bytes32, uint32 } from "./bytes.ts";
import type { ConnectionOptions } from "./connection_options.ts";
import { breach, closedError, ErrorCode, errorCodeName, Http2Error } from "./errors.ts";
import { DEFAULT_FRAME_SIZE, DEFAULT_WINDOW, Flag, LARGEST_WINDOW } from "./frames.ts";
import { FrameReader, type FrameSink, FrameType, Setting } from "./frames.ts";
import { decodeGoaway, encodeGoaway, LARGEST_ID } from "./goaway.ts";
import { type HeaderBlock, HeaderBlocks } from "./header_blocks.ts";
import type { HeaderField } from "./hpack.ts";
import { Output } from "./output.ts";
import { PREFACE, PrefaceReader } from "./preface.ts";
import { decodeSettings, encodeSettings } from "./settings.ts";
import { Stream, type StreamHost } from "./stream.ts";
import { StreamTable } from "./stream_table.ts";
import { Waiters } from "./waiters.ts";

/** Answers to pings and settings waiting for a peer that does not read. */
const FLOOD = 4 * 1024 * 1024;

/** Both ends of HTTP/2 in one class; `role` tells them apart. */
export class Connection implements StreamHost, FrameSink {
  readonly output: Output;
  sendWindow = DEFAULT_WINDOW;
  peerFrameSize = DEFAULT_FRAME_SIZE;
  /** Resolves when the peer has sent its settings: the connection works. */
  readonly ready: Promise<void>;
  readonly #socket: Duplex;
  readonly #options: ConnectionOptions;
  readonly #reader: FrameReader;
  readonly #blocks: HeaderBlocks;
  readonly #streams = new StreamTable();
  readonly #readiness = Promise.withResolvers<void>();
  /** What a client has to say first; undefined on the client itself. */
  readonly #preface: PrefaceReader | undefined;
  #settled = false;
  #peerWindow = DEFAULT_WINDOW;
  #peerStreams = Infinity;
  #allowed: number;
  #uncredited = 0;
  readonly #waiters = new Waiters();
  #leaving = false;
  #goaway: Http2Error | undefined;
  #closed = false;
  #error: Http2Error | undefined;

  constructor(socket: Duplex, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#allowed = options.connectionWindow;
    this.#preface = options.role === "server" ? new PrefaceReader() : undefined;
    this.#blocks = new HeaderBlocks(options.headerLimit);
    this.#reader = new FrameReader(this, options.frameSize);
    this.ready = this.#readiness.promise;
    this.ready.catch(() => {}); // whoever waits gets it; nobody has to
    this.output = new Output(socket);
    socket.on("data", (chunk: Uint8Array) => this.#receive(chunk));
    socket.on("error", (cause: Error) => this.#end(closedError("connection failed", cause)));
    const closed = () => this.#end(this.#goaway ?? closedError("connection was closed"));
    socket.on("end", closed).on("close", closed);
    this.#greet();
  }

  /** Whether new streams can be opened. */
  get usable(): boolean {
    return !this.#closed && !this.#leaving && this.#goaway === undefined;
  }

  /** Streams in progress. */
  get active(): number {
    return this.#streams.size;
  }

  /** Opens a stream, waiting for a free place if the peer limits them. */
  async open(): Promise<Stream> {
    while (this.usable && this.#streams.size >= this.#peerStreams) await this.windowChanged();
    if (!this.usable) {
      throw this.#error ?? this.#goaway ??
        new Http2Error(ErrorCode.refusedStream, "connection is closing", "goaway", true);
    }
    return this.#newStream(this.#streams.nextId());
  }

  windowChanged(): Promise<void> {
    return this.#waiters.wait();
  }

  forget(stream: Stream): void {
    this.#streams.delete(stream);
    this.#waiters.wake();
    if (this.#streams.size === 0 && (this.#leaving || this.#goaway !== undefined)) this.#finish();
  }

  /** Takes no new streams, tells the peer, and closes when the open ones are done. */
  leave(): void {
    if (this.#closed || this.#leaving) return;
    this.#leaving = true;
    this.#sendGoaway(ErrorCode.noError, this.#options.role === "server" ? LARGEST_ID : 0, "");
    if (this.#streams.size === 0) this.#finish();
  }

  /** Ends everything now. */
  destroy(error?: Http2Error): void {
    this.#end(error ?? closedError("connection was closed here"));
  }

  dataStart(id: number, length: number): void {
    this.#blocks.expectNone();
    this.#allowed -= length;
    if (this.#allowed < 0) throw new Http2Error(ErrorCode.flowControlError, "window was exceeded");
    this.#uncredited += length;
    if (this.#uncredited * 4 >= this.#options.connectionWindow) {
      this.#windowUpdate(this.#uncredited);
      this.#allowed += this.#uncredited;
      this.#uncredited = 0;
    }
    this.#streams.existing(id)?.acceptData(length);
  }

  data(id: number, piece: Uint8Array): void {
    this.#streams.get(id)?.receiver?.data(piece);
  }

  dataEnd(id: number, endStream: boolean): void {
    if (endStream) this.#streams.get(id)?.acceptEnd();
  }

  frame(type: number, flags: number, id: number, payload: Uint8Array): void {
    if (!this.#settled && type !== FrameType.settings) throw breach("settings do not come first");
    if (type === FrameType.headers || type === FrameType.continuation) {
      const block = this.#blocks.take(type, flags, id, payload);
      if (block !== undefined) this.#fields(block);
      return;
    }
    this.#blocks.expectNone();
    switch (type) {
      case FrameType.rstStream: {
        const code = uint32(payload, 0);
        const message = `stream was reset by the peer (${errorCodeName(code)})`;
        const refused = code === ErrorCode.refusedStream;
        return this.#streams.existing(id)?.close(new Http2Error(code, message, "reset", refused));
      }
      case FrameType.settings:
        return this.#settings(flags, payload);
      case FrameType.pushPromise:
        throw breach("pushing is not allowed");
      case FrameType.ping:
        return this.#ping(flags, payload);
      case FrameType.goaway:
        return this.#goingAway(payload);
      case FrameType.windowUpdate:
        return this.#windowGrows(id, uint32(payload, 0) & LARGEST_WINDOW);
      default: // PRIORITY and unknown types carry nothing that matters
    }
  }

  #greet(): void {
    const { role, streamWindow, connectionWindow, frameSize, headerLimit, maxStreams } =
      this.#options;
    if (role === "client") this.output.write(PREFACE);
    const payload = encodeSettings([
      [Setting.initialWindowSize, streamWindow],
      [Setting.maxFrameSize, frameSize],
      [Setting.maxHeaderListSize, headerLimit],
      role === "client" ? [Setting.enablePush, 0] : [Setting.maxConcurrentStreams, maxStreams],
    ]);
    this.output.frame(FrameType.settings, 0, 0, payload);
    this.#windowUpdate(connectionWindow - DEFAULT_WINDOW);
    this.output.flush();
  }

  #receive(chunk: Uint8Array): void {
    if (this.#closed) return;
    try {
      this.#reader.push(this.#preface?.take(chunk) ?? chunk);
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error;
      this.#sendGoaway(error.code, this.#streams.lastOfPeer, error.message);
      this.#end(error);
    }
  }

  #newStream(id: number): Stream {
    const windows = { send: this.#peerWindow, receive: this.#options.streamWindow };
    const stream = new Stream(this, id, windows);
    this.#streams.add(stream);
    return stream;
  }

  #fields(block: HeaderBlock): void {
    const { stream: id, fields, endStream } = block;
    const known = this.#streams.get(id);
    if (known !== undefined) known.acceptHeaders(fields, endStream);
    else if (this.#options.role === "server") this.#accept(id, fields, endStream);
    else this.#streams.existing(id);
  }

  #accept(id: number, fields: HeaderField[], endStream: boolean): void {
    if (!this.#streams.claim(id)) return;
    const stream = this.#newStream(id);
    if (this.#leaving || this.#streams.size > this.#options.maxStreams) {
      stream.reset(ErrorCode.refusedStream);
      return;
    }
    this.#options.onStream?.(stream, fields, endStream);
    if (endStream) stream.acceptEnd();
  }

  #settings(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) return;
    for (const [key, value] of decodeSettings(payload)) this.#apply(key, value);
    this.output.frame(FrameType.settings, Flag.ack, 0, new Uint8Array());
    this.#settled = true;
    this.#readiness.resolve();
    this.#answered();
    this.#waiters.wake();
  }

  #apply(key: number, value: number): void {
    if (key === Setting.initialWindowSize) {
      for (const stream of this.#streams.all()) stream.sendWindow += value - this.#peerWindow;
      this.#peerWindow = value;
    } else if (key === Setting.maxFrameSize) {
      this.peerFrameSize = value;
    } else if (key === Setting.maxConcurrentStreams) {
      this.#peerStreams = value;
    }
  }

  #ping(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) return;
    this.output.frame(FrameType.ping, Flag.ack, 0, payload);
    this.#answered();
  }

  #answered(): void {
    if (this.output.pending > FLOOD) {
      throw new Http2Error(ErrorCode.enhanceYourCalm, "peer does not read its answers");
    }
    this.output.flushSoon();
  }

  #goingAway(payload: Uint8Array): void {
    const { last, code, message } = decodeGoaway(payload);
    this.#goaway = new Http2Error(code, message, "goaway");
    if (this.#options.role === "client") {
      const unprocessed = new Http2Error(code, message, "goaway", true);
      for (const stream of this.#streams.all()) {
        if (stream.id > last) stream.close(unprocessed);
      }
    }
    this.#waiters.wake();
    if (this.#streams.size === 0) this.#finish();
  }

  #windowGrows(id: number, increment: number): void {
    const target = id === 0 ? this : this.#streams.existing(id);
    if (target === undefined) return;
    target.sendWindow += increment;
    if (target.sendWindow > LARGEST_WINDOW) {
      throw new Http2Error(ErrorCode.flowControlError, "window grew too large");
    }
    this.#waiters.wake();
  }

  #windowUpdate(increment: number): void {
    if (increment <= 0) return;
    this.output.frame(FrameType.windowUpdate, 0, 0, bytes32(increment));
    this.output.flushSoon();
  }

  #sendGoaway(code: number, last: number, text: string): void {
    if (this.#closed) return;
    this.output.frame(FrameType.goaway, 0, 0, encodeGoaway(last, code, text));
    this.output.flush();
  }

  #finish(): void {
    if (this.#closed) return;
    this.output.flush();
    this.#end(undefined);
  }

  #end(error: Http2Error | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#error = error ?? closedError("connection was closed");
    for (const stream of this.#streams.all()) stream.close(this.#error);
    this.output.close();
    this.#readiness.reject(this.#error);
    this.#waiters.wake();
    this.#socket.end(() => this.#socket.destroy());
    this.#options.onClose?.(error);
  }
}
