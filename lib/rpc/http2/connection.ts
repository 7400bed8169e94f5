/**
 * One HTTP/2 connection over an established socket (RFC 9113), for either role: settings, streams,
 * flow control, pings and GOAWAY.
 *
 * @module
 */
import { wallClock } from "../../platform/wall_clock.ts";
import { type ByteStream, PLAIN_WRITES } from "./byte_stream.ts";
import { bytes32, concat, uint32 } from "./bytes.ts";
import type { ConnectionOptions } from "./connection_options.ts";
import {
  closedError,
  ErrorCode,
  Http2Error,
  internalError,
  KeepaliveTimeoutError,
  protocolError,
} from "./errors.ts";
import { checkSendWindow, ReceiveWindow } from "./flow_control.ts";
import { FrameBudget, hasEffect } from "./frame_budget.ts";
import { FrameReader, type FrameSink } from "./frame_reader.ts";
import { DEFAULT_WINDOW, Flag, FrameType, MAX_STREAM_ID, MAX_WINDOW } from "./frame_types.ts";
import { FrameWriter } from "./frame_writer.ts";
import { decodeGoaway, encodeGoaway } from "./goaway.ts";
import { checkPriority, HeaderBlockReader } from "./header_block_reader.ts";
import { EMPTY_TABLE, encodeHeaders, type HeaderField } from "./hpack.ts";
import { type KeepaliveHost, KeepaliveMonitor } from "./keepalive_monitor.ts";
import { PingTable } from "./ping_table.ts";
import { ClientPrefaceReader, sendPreface, ServerPrefaceReader } from "./preface.ts";
import { ReadPacer, type Turn } from "./read_pacer.ts";
import { ReceiveBudget } from "./receive_budget.ts";
import { PeerSettings } from "./settings.ts";
import { Stream, type StreamHost } from "./stream.ts";
import { StreamDispatcher } from "./stream_dispatcher.ts";
import { StreamTable } from "./stream_table.ts";
import { WaitQueue } from "./wait_queue.ts";

/** Largest frame sent, whatever the peer accepts, bytes: more gives no throughput. */
const MAX_SENT_FRAME = 256 * 1024;

/** Payload of the ping whose answer ends the first phase of a graceful shutdown. */
const SHUTDOWN_PING = new TextEncoder().encode("shutdown");
/** Time limit of that phase, milliseconds: the peer may not answer. */
const SHUTDOWN_PING_MS = 1000;

/**
 * What is read in one turn of the event loop. A frame costs a client microseconds; a server, which
 * has other clients, up to a call.
 */
const TURNS = {
  client: { frames: 2048, bytes: 4 * 1024 * 1024 },
  server: { frames: 128, bytes: 2 * 1024 * 1024 },
};

/** Time limit for the peer to read the last bytes of a closed connection, milliseconds. */
const LINGER_MS = 5000;

/** A client or server connection, by `role`. */
export class Connection implements StreamHost, FrameSink, KeepaliveHost {
  readonly writer: FrameWriter;
  readonly receiveBudget: ReceiveBudget;
  sendWindow = DEFAULT_WINDOW;
  /** When data was last received, Unix time, milliseconds; 0 before. */
  receivedAt = 0;
  /** Resolves when the peer's SETTINGS were received; rejects when the connection ends before. */
  readonly ready: Promise<void>;
  readonly #socket: ByteStream;
  readonly #options: ConnectionOptions;
  readonly #reader: FrameReader;
  readonly #pacer: ReadPacer;
  readonly #headerBlocks: HeaderBlockReader;
  readonly #streams: StreamTable;
  readonly #readiness = Promise.withResolvers<void>();
  readonly #peer: PeerSettings;
  readonly #receiveWindow: ReceiveWindow;
  readonly #dispatcher: StreamDispatcher;
  readonly #pings = new PingTable();
  readonly #frameBudget = new FrameBudget(wallClock.now);
  readonly #keepalive: KeepaliveMonitor | undefined;
  readonly #preface: ClientPrefaceReader | ServerPrefaceReader;
  /** Tasks that wait to open a stream. */
  readonly #openQueue = new WaitQueue();
  /** Tasks that wait for a send window. */
  readonly #windowQueue = new WaitQueue();
  #hasSettings = false;
  /** Whether the DATA frame in progress has brought data to an open stream. */
  #hasData = false;
  /** Whether the DATA frame in progress was sent before its peer received the reset of the stream. */
  #isLate = false;
  /** Bytes that the peer may have sent so, on streams that this side has opened and reset. */
  #lateBytes = 0;
  /** Whether the table size update to 0 was sent. */
  #isTableEmptied = false;
  #isShuttingDown = false;
  /** Whether the final GOAWAY was sent, with the last stream that is processed. */
  #isFinalGoawaySent = false;
  /** Stops the timer of a graceful shutdown. */
  #stopShutdownTimer: (() => void) | undefined;
  /** The peer's GOAWAY. */
  #goaway: Http2Error | undefined;
  #isClosed = false;
  #error: Http2Error | undefined;

  constructor(socket: ByteStream, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#streams = new StreamTable(options.firstStream);
    this.#receiveWindow = new ReceiveWindow(options.connectionWindow);
    this.receiveBudget = new ReceiveBudget(options.receiveBudget);
    const isServer = options.role === "server";
    this.#dispatcher = new StreamDispatcher(this.#streams, options, {
      isFull: () => this.#isFinalGoawaySent || this.#streams.size >= options.maxStreams,
      createStream: (id) => this.#createStream(id),
    });
    this.#peer = new PeerSettings(isServer ? "client" : "server");
    this.#preface = isServer ? new ClientPrefaceReader() : new ServerPrefaceReader();
    this.#headerBlocks = new HeaderBlockReader(options.headerLimit);
    this.#reader = new FrameReader(this, options.frameSize);
    this.ready = this.#readiness.promise;
    this.ready.catch(() => {}); // a connection may end without a caller that awaits it
    this.#pacer = new ReadPacer(options.reads ?? socket, {
      ...TURNS[options.role],
      read: (chunk, turn) => this.#read(chunk, turn),
    });
    this.writer = new FrameWriter(
      socket,
      options.writes ?? PLAIN_WRITES,
      (error) => this.#fail(error),
    );
    this.#keepalive = options.clock && new KeepaliveMonitor(options.clock, this);
    socket.on("error", (cause: Error) => this.#end(closedError("connection failed", cause)));
    const onClosed = () => {
      this.#pacer.finish();
      this.#end(this.#goaway ?? closedError("connection was closed"));
    };
    socket.on("end", onClosed).on("close", onClosed);
    sendPreface(this.writer, options);
    const receive = (chunk: Uint8Array) => this.#receive(chunk);
    if (options.source === undefined) socket.on("data", receive);
    else options.source.forward(receive);
  }

  /** Whether new streams can be opened. */
  get isUsable(): boolean {
    return !this.#isClosed && !this.#isShuttingDown && this.#goaway === undefined;
  }

  /** Number of open streams. */
  get openStreams(): number {
    return this.#streams.size;
  }

  get frameSize(): number {
    return Math.min(this.#peer.maxFrameSize, MAX_SENT_FRAME);
  }

  /**
   * Opens a stream. Waits while the peer's limit of concurrent streams is reached; aborting the
   * signal ends the wait without using a slot.
   *
   * @throws {Http2Error} when no streams can be opened. Nothing was sent.
   */
  async open(signal?: AbortSignal): Promise<Stream> {
    const isFull = () => this.isUsable && this.#streams.size >= this.#peer.maxConcurrentStreams;
    while (isFull()) await this.#openQueue.wait(signal);
    if (signal?.aborted) {
      // Another task can use the slot.
      this.#openQueue.wake(1);
      throw signal.reason;
    }
    if (!this.isUsable) throw this.#error ?? this.#goaway ?? closedError("connection is closing");
    const stream = this.#createStream(this.#streams.takeId());
    if (this.#streams.isExhausted) this.shutdown();
    return stream;
  }

  /**
   * Enables keepalive while the stream is open: the connection ends with
   * {@linkcode KeepaliveTimeoutError} when the peer does not answer a ping.
   */
  enableKeepalive(stream: Stream): void {
    if (!stream.isClosed) this.#keepalive?.add(stream);
  }

  /** Pings the peer; resolves with true when it answers, false when the connection ends before. */
  ping(): Promise<boolean> {
    return this.#isClosed ? Promise.resolve(false) : this.#pings.send(this.writer);
  }

  keepaliveTimedOut(since: number): void {
    this.#end(new KeepaliveTimeoutError(since));
    this.#socket.destroy();
  }

  dataSent(length: number): void {
    this.sendWindow -= length;
    this.#frameBudget.dataSent(length);
  }

  windowChanged(): Promise<void> {
    return this.#windowQueue.wait();
  }

  encode(fields: readonly HeaderField[]): Uint8Array {
    const block = encodeHeaders(fields);
    if (!this.#peer.hasReducedTable || this.#isTableEmptied) return block;
    this.#isTableEmptied = true;
    return concat([EMPTY_TABLE, block]);
  }

  streamClosed(stream: Stream, error: Http2Error | undefined): void {
    this.#streams.delete(stream);
    this.#keepalive?.remove(stream);
    const isOwn = this.#options.role === "client";
    if (isOwn && !stream.isRemoteEnded) this.#lateBytes += Math.max(0, stream.receiveWindow);
    this.#dispatcher.streamClosed(error);
    this.#openQueue.wake(1);
    this.#windowQueue.wake();
    this.writer.wake();
    if (this.#isFinalGoawaySent || this.#goaway !== undefined) this.#endIfIdle();
  }

  streamError(): void {
    this.#dispatcher.streamError();
  }

  /**
   * Closes the connection when the open streams have closed. A client opens no more. A server still
   * accepts streams that are in flight (RFC 9113, section 6.8): it sends GOAWAY with the largest
   * stream identifier and a ping and, after its answer or {@linkcode SHUTDOWN_PING_MS}, a second
   * GOAWAY with the last stream.
   */
  shutdown(): void {
    if (this.#isClosed || this.#isShuttingDown) return;
    this.#isShuttingDown = true;
    this.#openQueue.wake();
    if (this.#options.role === "client") return this.#sendFinalGoaway();
    this.#sendGoaway(ErrorCode.noError, MAX_STREAM_ID, "");
    this.writer.writeFrame(FrameType.ping, 0, 0, SHUTDOWN_PING);
    this.writer.flush();
    this.#stopShutdownTimer = wallClock.after(SHUTDOWN_PING_MS, () => this.#sendFinalGoaway());
  }

  /** Closes the connection at once, without GOAWAY. */
  destroy(error?: Http2Error): void {
    this.#end(error ?? closedError("connection was closed here"));
  }

  dataStart(id: number, length: number): void {
    this.#headerBlocks.expectComplete();
    if (!this.#receiveWindow.consume(length)) {
      throw new Http2Error(ErrorCode.flowControlError, "flow-control window exceeded");
    }
    this.#sendWindowUpdate(this.#receiveWindow.replenish());
    this.#dispatcher.dataStart(id, length);
  }

  data(_id: number, piece: Uint8Array): void {
    if (this.#dispatcher.data(piece)) this.#hasData = true;
    else if (piece.length > 0 && piece.length <= this.#lateBytes) {
      this.#lateBytes -= piece.length;
      this.#isLate = true;
    }
  }

  dataEnd(_id: number, endStream: boolean): void {
    if (this.#hasData) this.#frameBudget.dataReceived();
    else if (!endStream && !this.#isLate) this.#frameBudget.spend();
    this.#hasData = this.#isLate = false;
    this.#dispatcher.dataEnd(endStream);
  }

  frame(type: number, flags: number, id: number, payload: Uint8Array): void {
    if (!this.#hasSettings && (type !== FrameType.settings || (flags & Flag.ack) !== 0)) {
      throw protocolError("first frame is not SETTINGS");
    }
    if (!hasEffect(type, flags, payload)) this.#frameBudget.spend();
    if (type === FrameType.headers || type === FrameType.continuation) {
      const block = this.#headerBlocks.read(type, flags, id, payload);
      if (block !== undefined) this.#spendUnless(this.#dispatcher.headers(block));
      return;
    }
    this.#headerBlocks.expectComplete();
    switch (type) {
      case FrameType.priority:
        return checkPriority(id, payload);
      case FrameType.rstStream:
        return this.#spendUnless(this.#dispatcher.reset(id, uint32(payload, 0)));
      case FrameType.settings:
        return this.#acceptSettings(flags, payload);
      case FrameType.pushPromise:
        throw protocolError("PUSH_PROMISE although server push is disabled");
      case FrameType.ping:
        return this.#acceptPing(flags, payload);
      case FrameType.goaway:
        return this.#acceptGoaway(payload);
      case FrameType.windowUpdate:
        return this.#acceptWindowUpdate(id, uint32(payload, 0) & MAX_WINDOW);
      default: // unknown types are ignored (RFC 9113, section 4.1)
    }
  }

  #receive(chunk: Uint8Array): void {
    this.receivedAt = wallClock.now();
    if (!this.#isClosed) this.#keepalive?.dataReceived();
    this.#pacer.receive(chunk);
  }

  /** Reads the frames of a chunk that `turn` has left, and returns the rest. */
  #read(chunk: Uint8Array, turn: Turn): Uint8Array {
    if (this.#isClosed) return new Uint8Array();
    try {
      const frames = this.#preface.read(chunk);
      return frames.subarray(this.#reader.push(frames, turn));
    } catch (error) {
      const failure = error instanceof Http2Error ? error : internalError(error);
      if (failure !== error) this.#options.onInternalError?.(error);
      this.#fail(failure);
      return new Uint8Array();
    }
  }

  /** Handles a connection error (RFC 9113, section 5.4.1). */
  #fail(error: Http2Error): void {
    this.#sendGoaway(error.code, this.#streams.lastPeerStream, error.message);
    this.#end(error);
  }

  #createStream(id: number): Stream {
    const stream = new Stream(this, id, {
      sendWindow: this.#peer.initialWindow,
      receiveWindow: this.#options.streamWindow,
      inbound: this.#options.role === "server" ? "request" : "response",
    });
    this.#streams.add(stream);
    return stream;
  }

  #acceptSettings(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) return;
    const before = this.#peer.initialWindow;
    this.#peer.apply(payload);
    // A new initial window changes the open streams too (RFC 9113, section 6.9.2).
    const growth = this.#peer.initialWindow - before;
    for (const stream of growth === 0 ? [] : this.#streams.all()) {
      stream.sendWindow += growth;
      checkSendWindow(stream.sendWindow);
    }
    this.writer.writeFrame(FrameType.settings, Flag.ack, 0, new Uint8Array());
    this.#hasSettings = true;
    this.#readiness.resolve();
    this.writer.flushSoon();
    this.#openQueue.wake(this.#peer.maxConcurrentStreams - this.#streams.size);
    this.#windowQueue.wake();
  }

  #acceptPing(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) {
      const isShutdown = this.#stopShutdownTimer !== undefined && payload[0] === SHUTDOWN_PING[0];
      if (isShutdown && !this.#isFinalGoawaySent) this.#sendFinalGoaway();
      this.#pings.acknowledge(payload);
      return;
    }
    this.writer.writeFrame(FrameType.ping, Flag.ack, 0, payload);
    this.writer.flushSoon();
  }

  #acceptGoaway(payload: Uint8Array): void {
    const { lastStream, code, message } = decodeGoaway(payload);
    this.#goaway = new Http2Error(code, message, "goaway");
    const unprocessed = new Http2Error(code, message, "goaway", true);
    const isClient = this.#options.role === "client";
    const above = isClient ? this.#streams.all().filter(({ id }) => id > lastStream) : [];
    for (const stream of above) stream.close(unprocessed);
    this.#openQueue.wake();
    this.#endIfIdle();
  }

  /** Counts frames on closed streams, which other limits do not. */
  #spendUnless(hasEffect: boolean): void {
    if (!hasEffect) this.#frameBudget.spend();
  }

  #acceptWindowUpdate(id: number, increment: number): void {
    if (id !== 0) this.#dispatcher.windowUpdate(id, increment);
    else if (increment === 0) throw protocolError("WINDOW_UPDATE with increment 0");
    else checkSendWindow(this.sendWindow += increment);
    this.#windowQueue.wake();
  }

  #sendWindowUpdate(increment: number): void {
    if (increment <= 0) return;
    this.writer.writeFrame(FrameType.windowUpdate, 0, 0, bytes32(increment));
    this.writer.flushSoon();
  }

  #sendGoaway(code: number, lastStream: number, text: string): void {
    if (this.#isClosed) return;
    this.writer.writeFrame(FrameType.goaway, 0, 0, encodeGoaway(lastStream, code, text));
    this.writer.flush();
  }

  /** Sends GOAWAY with the last stream; later ones of the peer are refused. */
  #sendFinalGoaway(): void {
    this.#stopShutdownTimer?.();
    this.#isFinalGoawaySent = true;
    this.#sendGoaway(ErrorCode.noError, this.#streams.lastPeerStream, "");
    this.#endIfIdle();
  }

  #endIfIdle(): void {
    if (this.#isClosed || this.#streams.size > 0) return;
    this.writer.flush();
    this.#end(undefined);
  }

  #end(error: Http2Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopShutdownTimer?.();
    this.#reader.stop();
    this.#error = error ?? closedError("connection was closed");
    for (const stream of this.#streams.all()) stream.close(this.#error);
    const hasUnsent = this.writer.pending > 0;
    this.writer.close();
    this.#readiness.reject(this.#error);
    this.#openQueue.wake();
    this.#windowQueue.wake();
    this.#pings.close();
    closeSocket(this.#socket, hasUnsent);
    this.#options.onClose?.(error);
  }
}

/** Closes the socket when the peer has read everything, or after {@linkcode LINGER_MS}. */
function closeSocket(socket: ByteStream, hasUnsent: boolean): void {
  socket.end(() => socket.destroy());
  if (!hasUnsent || socket.destroyed) return;
  const stopTimer = wallClock.after(LINGER_MS, () => socket.destroy());
  socket.once("close", stopTimer);
}
