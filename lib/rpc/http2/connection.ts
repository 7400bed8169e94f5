/**
 * One HTTP/2 connection over an established socket (RFC 9113), for either side: settings, streams,
 * flow control, pings and leaving. What is said on the streams is not its business.
 *
 * @module
 */
import type { Duplex } from "node:stream";
import { Arrivals } from "./arrivals.ts";
import { bytes32, concat, uint32 } from "./bytes.ts";
import type { ConnectionOptions } from "./connection_options.ts";
import { breach, closedError, ErrorCode, Http2Error } from "./errors.ts";
import { internalError, SilenceError } from "./errors.ts";
import { DEFAULT_WINDOW, Flag, FrameType, LARGEST_WINDOW } from "./frame_types.ts";
import { FrameReader, type FrameSink } from "./frames.ts";
import { decodeGoaway, encodeGoaway, LARGEST_ID } from "./goaway.ts";
import { SHUTDOWN_PING, SHUTDOWN_PING_MS } from "./goaway.ts";
import { greet } from "./greeting.ts";
import { hangUp, socketIntake } from "./socket.ts";
import { checkPriority, HeaderBlocks } from "./header_blocks.ts";
import { EMPTY_TABLE, encodeHeaders, type HeaderField } from "./hpack.ts";
import { Output } from "./output.ts";
import { PrefaceReader, ServerPrefaceReader } from "./preface.ts";
import { ReceiveBudget } from "./receive_budget.ts";
import { ReceiveWindow } from "./receive_window.ts";
import { checkWindow } from "./send_window.ts";
import { PeerSettings } from "./settings.ts";
import { Stream, type StreamHost } from "./stream.ts";
import { StreamTable } from "./stream_table.ts";
import { Vigil, type VigilHost } from "./vigil.ts";
import { Waiters } from "./waiters.ts";

/** Largest frame sent, whatever the peer takes: it is gathered before it goes to the socket. */
const LARGEST_SENT = 256 * 1024;

/** Both ends of HTTP/2 in one class; `role` tells them apart. */
export class Connection implements StreamHost, FrameSink, VigilHost {
  readonly output: Output;
  readonly receiveBudget: ReceiveBudget;
  sendWindow = DEFAULT_WINDOW;
  /** Resolves when the peer has sent its settings: the connection works. */
  readonly ready: Promise<void>;
  readonly #socket: Duplex;
  readonly #options: ConnectionOptions;
  readonly #reader: FrameReader;
  readonly #blocks: HeaderBlocks;
  readonly #streams: StreamTable;
  readonly #readiness = Promise.withResolvers<void>();
  readonly #peer: PeerSettings;
  readonly #window: ReceiveWindow;
  readonly #arrivals: Arrivals;
  readonly #vigil: Vigil | undefined;
  readonly #preface: PrefaceReader | ServerPrefaceReader;
  #settled = false;
  /** Whether the peer knows that its header table is not used. */
  #tableEmptied = false;
  readonly #waiters = new Waiters();
  #leaving = false;
  /** Whether new streams of the peer are refused: it knows the last one. */
  #refusing = false;
  #shutdownTimer: ReturnType<typeof setTimeout> | undefined;
  #goaway: Http2Error | undefined;
  #closed = false;
  #error: Http2Error | undefined;

  constructor(socket: Duplex, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#streams = new StreamTable(options.firstStream);
    this.#window = new ReceiveWindow(options.connectionWindow);
    this.receiveBudget = new ReceiveBudget(options.receiveBudget);
    const server = options.role === "server";
    const full = () => this.#refusing || this.#streams.size >= options.maxStreams;
    const newStream = (id: number) => this.#newStream(id);
    this.#arrivals = new Arrivals(this.#streams, options, { full, newStream });
    this.#peer = new PeerSettings(server ? "client" : "server");
    this.#preface = server ? new PrefaceReader() : new ServerPrefaceReader();
    this.#blocks = new HeaderBlocks(options.headerLimit);
    this.#reader = new FrameReader(this, options.frameSize);
    this.ready = this.#readiness.promise;
    this.ready.catch(() => {}); // whoever waits gets it; nobody has to
    this.output = new Output(socket, (error) => this.#fail(error));
    this.#vigil = options.clock && new Vigil(options.clock, this);
    socket.on("error", (cause: Error) => this.#end(closedError("connection failed", cause)));
    const closed = () => this.#end(this.#goaway ?? closedError("connection was closed"));
    socket.on("end", closed).on("close", closed);
    greet(this.output, options);
    const { intake = socketIntake(socket) } = options;
    intake.forward((chunk) => this.#receive(chunk));
  }

  /** Whether new streams can be opened. */
  get usable(): boolean {
    return !this.#closed && !this.#leaving && this.#goaway === undefined;
  }

  /** Streams in progress. */
  get active(): number {
    return this.#streams.size;
  }

  get frameSize(): number {
    return Math.min(this.#peer.frameSize, LARGEST_SENT);
  }

  /**
   * Opens a stream. Waits while the peer's limit of concurrent streams is reached; aborting the
   * signal ends the wait without using a slot.
   *
   * @throws {Http2Error} when the connection takes no new streams. Nothing was sent.
   */
  async open(signal?: AbortSignal): Promise<Stream> {
    const isFull = () => this.usable && this.#streams.size >= this.#peer.streams;
    while (isFull()) await this.#waiters.wait(signal);
    signal?.throwIfAborted();
    if (!this.usable) throw this.#error ?? this.#goaway ?? closedError("connection is closing");
    const stream = this.#newStream(this.#streams.nextId());
    if (this.#streams.isExhausted) this.leave();
    return stream;
  }

  /** Ends the connection, with a {@linkcode SilenceError}, should the peer vanish meanwhile. */
  watchOver(stream: Stream): void {
    if (!stream.over) this.#vigil?.follow(stream);
  }

  vanished(since: number): void {
    this.#end(new SilenceError(since));
    this.#socket.destroy();
  }

  windowChanged(): Promise<void> {
    return this.#waiters.wait();
  }

  encode(fields: readonly HeaderField[]): Uint8Array {
    const block = encodeHeaders(fields);
    if (!this.#peer.smallTable || this.#tableEmptied) return block;
    this.#tableEmptied = true;
    return concat([EMPTY_TABLE, block]);
  }

  forget(stream: Stream, error: Http2Error | undefined): void {
    this.#streams.delete(stream);
    this.#vigil?.forget(stream);
    this.#arrivals.ended(error);
    this.#waiters.wake();
    this.output.wake();
    if (this.#refusing || this.#goaway !== undefined) this.#finishIfIdle();
  }

  offended(): void {
    this.#arrivals.offended();
  }

  /**
   * Closes when the open streams are done. A client opens no more. A server accepts those that were
   * on their way (RFC 9113, section 6.8): it sends GOAWAY with the largest stream number and a ping,
   * and after the answer, or {@linkcode SHUTDOWN_PING_MS}, a second GOAWAY with the last one.
   */
  leave(): void {
    if (this.#closed || this.#leaving) return;
    this.#leaving = true;
    if (this.#options.role === "client") return this.#refuseStreams(0);
    this.#sendGoaway(ErrorCode.noError, LARGEST_ID, "");
    this.output.frame(FrameType.ping, 0, 0, SHUTDOWN_PING);
    this.output.flush();
    const refuse = () => this.#refuseStreams(this.#streams.lastOfPeer);
    this.#shutdownTimer = setTimeout(refuse, SHUTDOWN_PING_MS);
  }

  /** Ends everything now. */
  destroy(error?: Http2Error): void {
    this.#end(error ?? closedError("connection was closed here"));
  }

  dataStart(id: number, length: number): void {
    this.#blocks.expectNone();
    if (!this.#window.take(length)) {
      throw new Http2Error(ErrorCode.flowControlError, "window was exceeded");
    }
    this.#windowUpdate(this.#window.credit());
    this.#arrivals.dataStart(id, length);
  }

  data(_id: number, piece: Uint8Array): void {
    this.#arrivals.data(piece);
  }

  dataEnd(_id: number, endStream: boolean): void {
    this.#arrivals.dataEnd(endStream);
  }

  frame(type: number, flags: number, id: number, payload: Uint8Array): void {
    if (!this.#settled && (type !== FrameType.settings || (flags & Flag.ack) !== 0)) {
      throw breach("settings do not come first");
    }
    if (type === FrameType.headers || type === FrameType.continuation) {
      const block = this.#blocks.take(type, flags, id, payload);
      if (block !== undefined) this.#arrivals.headers(block);
      return;
    }
    this.#blocks.expectNone();
    switch (type) {
      case FrameType.priority:
        return checkPriority(id, payload);
      case FrameType.rstStream:
        return this.#arrivals.reset(id, uint32(payload, 0));
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
      default: // unknown types mean nothing
    }
  }

  #receive(chunk: Uint8Array): void {
    if (this.#closed) return;
    this.#vigil?.heard();
    try {
      this.#reader.push(this.#preface.take(chunk));
    } catch (error) {
      const failure = error instanceof Http2Error ? error : internalError(error);
      if (failure !== error) this.#options.onBug?.(error);
      this.#fail(failure);
    }
  }

  /** Ends the connection and sends the peer the reason. */
  #fail(error: Http2Error): void {
    this.#sendGoaway(error.code, this.#streams.lastOfPeer, error.message);
    this.#end(error);
  }

  #newStream(id: number): Stream {
    const { role, streamWindow: receive } = this.#options;
    const inbound = role === "server" ? "request" : "response";
    const stream = new Stream(this, id, { send: this.#peer.window, receive, inbound });
    this.#streams.add(stream);
    return stream;
  }

  #settings(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) return;
    const before = this.#peer.window;
    this.#peer.apply(payload);
    const growth = this.#peer.window - before;
    for (const stream of growth === 0 ? [] : this.#streams.all()) {
      stream.sendWindow += growth;
      checkWindow(stream.sendWindow);
    }
    this.output.frame(FrameType.settings, Flag.ack, 0, new Uint8Array());
    this.#settled = true;
    this.#readiness.resolve();
    this.output.flushSoon();
    this.#waiters.wake();
  }

  #ping(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) {
      const isShutdown = this.#shutdownTimer !== undefined && payload[0] === SHUTDOWN_PING[0];
      if (isShutdown && !this.#refusing) this.#refuseStreams(this.#streams.lastOfPeer);
      return;
    }
    this.output.frame(FrameType.ping, Flag.ack, 0, payload);
    this.output.flushSoon();
  }

  #goingAway(payload: Uint8Array): void {
    const { last, code, message } = decodeGoaway(payload);
    this.#goaway = new Http2Error(code, message, "goaway");
    const unprocessed = new Http2Error(code, message, "goaway", true);
    const isClient = this.#options.role === "client";
    const above = isClient ? this.#streams.all().filter(({ id }) => id > last) : [];
    for (const stream of above) stream.close(unprocessed);
    this.#waiters.wake();
    this.#finishIfIdle();
  }

  #windowGrows(id: number, increment: number): void {
    if (id !== 0) this.#arrivals.grow(id, increment);
    else if (increment === 0) throw breach("window grew by nothing");
    else checkWindow(this.sendWindow += increment);
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

  #refuseStreams(last: number): void {
    clearTimeout(this.#shutdownTimer);
    this.#refusing = true;
    this.#sendGoaway(ErrorCode.noError, last, "");
    this.#finishIfIdle();
  }

  #finishIfIdle(): void {
    if (this.#closed || this.#streams.size > 0) return;
    this.output.flush();
    this.#end(undefined);
  }

  #end(error: Http2Error | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#shutdownTimer);
    this.#reader.stop();
    this.#error = error ?? closedError("connection was closed");
    for (const stream of this.#streams.all()) stream.close(this.#error);
    const pending = this.output.pending > 0;
    this.output.close();
    this.#readiness.reject(this.#error);
    this.#waiters.wake();
    hangUp(this.#socket, pending);
    this.#options.onClose?.(error);
  }
}
