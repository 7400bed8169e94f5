/**
 * One HTTP/2 connection over an established socket (RFC 9113), for either side: settings, streams,
 * flow control, pings and leaving. What is said on the streams is not its business.
 *
 * @module
 */
import type { Duplex } from "node:stream";
import { ErrorCode, errorCodeName, Http2Error } from "./errors.ts";
import { DEFAULT_FRAME_SIZE, DEFAULT_WINDOW, Flag } from "./frames.ts";
import { FrameReader, type FrameSink, FrameType, PREFACE, Setting } from "./frames.ts";
import { HeaderDecoder, type HeaderField } from "./hpack.ts";
import { Output } from "./output.ts";
import { Stream, type StreamHost } from "./stream.ts";

/** How a connection behaves. Sizes in bytes. */
export interface ConnectionOptions {
  role: "client" | "server";
  /** How much a peer may send on one stream before it is read. */
  streamWindow: number;
  /** How much a peer may send on all streams together. */
  connectionWindow: number;
  /** Largest frame accepted. */
  frameSize: number;
  /** Largest list of header fields accepted. */
  headerLimit: number;
  /** Streams a client may have open. */
  maxStreams: number;
  /** Server: a client opened a stream; sets its receiver. */
  onStream?: (stream: Stream, fields: HeaderField[], endStream: boolean) => void;
  /** The connection ended; without an error when both sides were done. */
  onClose?: (error: Http2Error | undefined) => void;
}

const LARGEST_WINDOW = 2 ** 31 - 1;
const LARGEST_ID = 2 ** 31 - 1;
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
  readonly #decoder = new HeaderDecoder();
  readonly #streams = new Map<number, Stream>();
  readonly #readiness = Promise.withResolvers<void>();
  #prefaceLeft: number;
  #settled = false;
  #peerWindow = DEFAULT_WINDOW;
  #peerStreams = Infinity;
  #allowed: number;
  #uncredited = 0;
  #nextId = 1;
  #lastPeerId = 0;
  #block: { stream: number; endStream: boolean; parts: Uint8Array[]; size: number } | undefined;
  #waiters: (() => void)[] = [];
  #pings: (() => void)[] = [];
  #leaving = false;
  #goaway: Http2Error | undefined;
  #closed = false;
  #error: Http2Error | undefined;

  constructor(socket: Duplex, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#allowed = options.connectionWindow;
    this.#prefaceLeft = options.role === "server" ? PREFACE.length : 0;
    this.#reader = new FrameReader(this, options.frameSize);
    this.ready = this.#readiness.promise;
    this.ready.catch(() => {}); // whoever waits gets it; nobody has to
    this.output = new Output(socket);
    socket.on("data", (chunk: Uint8Array) => this.#receive(chunk));
    socket.on("error", (cause: Error) => this.#end(closedError("connection failed", cause)));
    socket.on("end", () => this.#end(this.#goaway ?? closedError("connection was closed")));
    socket.on("close", () => this.#end(this.#goaway ?? closedError("connection was closed")));
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
    const stream = this.#newStream(this.#nextId);
    this.#nextId += 2;
    return stream;
  }

  /** Resolves when the peer has answered a ping. */
  async ping(): Promise<void> {
    if (this.#closed) throw this.#error ?? closedError("connection was closed");
    this.output.frame(FrameType.ping, 0, 0, new Uint8Array(8));
    this.output.flushSoon();
    await new Promise<void>((resolve) => this.#pings.push(resolve));
    if (this.#closed) throw this.#error ?? closedError("connection was closed");
  }

  windowChanged(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  forget(stream: Stream): void {
    this.#streams.delete(stream.id);
    this.#wake();
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
    this.#expectOrdinary();
    this.#allowed -= length;
    if (this.#allowed < 0) throw new Http2Error(ErrorCode.flowControlError, "window was exceeded");
    this.#uncredited += length;
    if (this.#uncredited * 4 >= this.#options.connectionWindow) {
      this.#windowUpdate(this.#uncredited);
      this.#allowed += this.#uncredited;
      this.#uncredited = 0;
    }
    this.#known(id)?.acceptData(length);
  }

  data(id: number, piece: Uint8Array): void {
    this.#streams.get(id)?.receiver?.data(piece);
  }

  dataEnd(id: number, endStream: boolean): void {
    if (endStream) this.#streams.get(id)?.acceptEnd();
  }

  frame(type: number, flags: number, id: number, payload: Uint8Array): void {
    if (!this.#settled && type !== FrameType.settings) throw breach("settings do not come first");
    if (type === FrameType.continuation) return this.#continuation(flags, id, payload);
    this.#expectOrdinary();
    switch (type) {
      case FrameType.headers:
        return this.#headers(flags, id, payload);
      case FrameType.rstStream: {
        const code = uint32(payload, 0);
        const message = `stream was reset by the peer (${errorCodeName(code)})`;
        const refused = code === ErrorCode.refusedStream;
        return this.#known(id)?.close(new Http2Error(code, message, "reset", refused));
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
    const settings: [number, number][] = [
      [Setting.initialWindowSize, streamWindow],
      [Setting.maxFrameSize, frameSize],
      [Setting.maxHeaderListSize, headerLimit],
      role === "client" ? [Setting.enablePush, 0] : [Setting.maxConcurrentStreams, maxStreams],
    ];
    const payload = new Uint8Array(settings.length * 6);
    const view = new DataView(payload.buffer);
    settings.forEach(([key, value], index) => {
      view.setUint16(index * 6, key);
      view.setUint32(index * 6 + 2, value);
    });
    this.output.frame(FrameType.settings, 0, 0, payload);
    this.#windowUpdate(connectionWindow - DEFAULT_WINDOW);
    this.output.flush();
  }

  #receive(chunk: Uint8Array): void {
    if (this.#closed) return;
    let rest = chunk;
    try {
      if (this.#prefaceLeft > 0) {
        const offset = PREFACE.length - this.#prefaceLeft;
        const taken = Math.min(this.#prefaceLeft, chunk.length);
        for (let index = 0; index < taken; index++) {
          if (chunk[index] !== PREFACE[offset + index]) throw breach("peer does not speak HTTP/2");
        }
        this.#prefaceLeft -= taken;
        rest = chunk.subarray(taken);
      }
      this.#reader.push(rest);
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error;
      this.#sendGoaway(error.code, this.#lastPeerId, error.message);
      this.#end(error);
    }
  }

  #known(id: number): Stream | undefined {
    const stream = this.#streams.get(id);
    const opened = id % 2 === 1 && this.#options.role === "client" ? this.#nextId : 0;
    if (stream === undefined && id > Math.max(opened, this.#lastPeerId)) {
      throw breach(`stream ${id} was never opened`);
    }
    return stream;
  }

  #newStream(id: number): Stream {
    const windows = { send: this.#peerWindow, receive: this.#options.streamWindow };
    const stream = new Stream(this, id, windows);
    this.#streams.set(id, stream);
    return stream;
  }

  #headers(flags: number, id: number, payload: Uint8Array): void {
    let start = 0;
    let end = payload.length;
    if (flags & Flag.padded) end -= payload[start++] ?? 0;
    if (flags & Flag.priority) start += 5;
    if (start > end) throw breach("padding exceeds the frame");
    this.#block = {
      stream: id,
      endStream: (flags & Flag.endStream) !== 0,
      parts: [],
      size: 0,
    };
    this.#continuation(flags, id, payload.subarray(start, end));
  }

  #continuation(flags: number, id: number, part: Uint8Array): void {
    const block = this.#block;
    if (block === undefined || block.stream !== id) throw breach("unexpected continuation");
    block.parts.push(part);
    // An empty part costs something too: a peer may not send them without end.
    block.size += part.length + 32;
    if (block.size > this.#options.headerLimit) {
      throw new Http2Error(ErrorCode.enhanceYourCalm, "headers are too large");
    }
    if ((flags & Flag.endHeaders) === 0) return;
    this.#block = undefined;
    const whole = block.parts.length === 1 ? part : concat(block.parts);
    const fields = this.#decoder.decode(whole, this.#options.headerLimit);
    const known = this.#streams.get(id);
    if (known !== undefined) known.acceptHeaders(fields, block.endStream);
    else if (this.#options.role === "server") this.#accept(id, fields, block.endStream);
    else this.#known(id);
  }

  #accept(id: number, fields: HeaderField[], endStream: boolean): void {
    if (id % 2 === 0) throw breach(`clients do not open stream ${id}`);
    if (id <= this.#lastPeerId) return; // a late frame of a stream that is over
    this.#lastPeerId = id;
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
    if (payload.length % 6 !== 0) {
      throw new Http2Error(ErrorCode.frameSizeError, "settings frame has a wrong size");
    }
    for (let at = 0; at < payload.length; at += 6) {
      const key = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0);
      this.#setting(key, uint32(payload, at + 2));
    }
    this.output.frame(FrameType.settings, Flag.ack, 0, new Uint8Array());
    this.#settled = true;
    this.#readiness.resolve();
    this.#answered();
    this.#wake();
  }

  #setting(key: number, value: number): void {
    if (key === Setting.initialWindowSize) {
      if (value > LARGEST_WINDOW) throw new Http2Error(ErrorCode.flowControlError, "bad window");
      for (const stream of this.#streams.values()) stream.sendWindow += value - this.#peerWindow;
      this.#peerWindow = value;
    } else if (key === Setting.maxFrameSize) {
      if (value < DEFAULT_FRAME_SIZE || value > 0xffffff) throw breach("bad frame size");
      this.peerFrameSize = value;
    } else if (key === Setting.maxConcurrentStreams) {
      this.#peerStreams = value;
    }
  }

  #ping(flags: number, payload: Uint8Array): void {
    if (flags & Flag.ack) {
      this.#pings.shift()?.();
      return;
    }
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
    const last = uint32(payload, 0) & LARGEST_ID;
    const code = uint32(payload, 4);
    const text = new TextDecoder().decode(payload.subarray(8));
    const reason = [code === ErrorCode.noError ? "" : errorCodeName(code), text].filter(Boolean);
    const message = `peer is leaving${reason.length > 0 ? ` (${reason.join(", ")})` : ""}`;
    this.#goaway = new Http2Error(code, message, "goaway");
    if (this.#options.role === "client") {
      const unprocessed = new Http2Error(code, message, "goaway", true);
      for (const stream of [...this.#streams.values()]) {
        if (stream.id > last) stream.close(unprocessed);
      }
    }
    this.#wake();
    if (this.#streams.size === 0) this.#finish();
  }

  #windowGrows(id: number, increment: number): void {
    if (id === 0) {
      this.sendWindow += increment;
      if (this.sendWindow > LARGEST_WINDOW) {
        throw new Http2Error(ErrorCode.flowControlError, "window grew too large");
      }
    } else {
      const stream = this.#known(id);
      if (stream !== undefined) stream.sendWindow += increment;
    }
    this.#wake();
  }

  #windowUpdate(increment: number): void {
    if (increment <= 0) return;
    this.output.frame(FrameType.windowUpdate, 0, 0, bytes32(increment));
    this.output.flushSoon();
  }

  #sendGoaway(code: number, last: number, text: string): void {
    if (this.#closed) return;
    const debug = new TextEncoder().encode(text);
    this.output.frame(FrameType.goaway, 0, 0, concat([bytes32(last), bytes32(code), debug]));
    this.output.flush();
  }

  #expectOrdinary(): void {
    if (this.#block !== undefined) throw breach("a header block was interrupted");
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
    for (const stream of [...this.#streams.values()]) stream.close(this.#error);
    this.output.close();
    this.#readiness.reject(this.#error);
    for (const answer of this.#pings.splice(0)) answer();
    this.#wake();
    this.#socket.end(() => this.#socket.destroy());
    this.#options.onClose?.(error);
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}

function breach(message: string): Http2Error {
  return new Http2Error(ErrorCode.protocolError, message);
}

function closedError(message: string, cause?: Error): Http2Error {
  const options = cause === undefined ? undefined : { cause };
  return new Http2Error(ErrorCode.internalError, message, "closed", false, options);
}

function uint32(bytes: Uint8Array, at: number): number {
  const [a, b, c, d] = bytes.subarray(at, at + 4);
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    throw new Http2Error(ErrorCode.frameSizeError, "frame is too short");
  }
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function bytes32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
