/**
 * The server side of a call: from its request headers to its trailers.
 *
 * @module
 */
import { wallClock } from "../platform/wall_clock.ts";
import { ErrorCode, Http2Error } from "./http2/errors.ts";
import type { HeaderField } from "./http2/hpack.ts";
import type { Stream } from "./http2/stream.ts";
import { messagePrefix, MessageReader } from "./message_reader.ts";
import { encodeMessage, type Status, StatusCode, StatusError } from "./status.ts";
import { parseTimeout } from "./timeout.ts";
import { STREAM_WINDOW } from "./tuning.ts";
import type { Headers } from "./types.ts";

/** The peer of a connection. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** Its certificate, DER; undefined when none was requested. */
  readonly certificate: Uint8Array | undefined;
}

/** A call as passed to the dispatch function. */
export interface IncomingCall {
  /** For example `/machine.MachineService/Version`. */
  readonly path: string;
  /** Request metadata, every value of every key in order; transport headers left out. */
  readonly headers: Headers;
  readonly peer: Peer;
  /** Time the caller gives the call, milliseconds; undefined for ever. */
  readonly timeoutMs: number | undefined;
  /** Aborted when the caller cancels, its time is over, or the connection ends. */
  readonly signal: AbortSignal;
  /** The request messages as they arrive. To be read once. */
  readonly requests: AsyncIterable<Uint8Array>;
  /**
   * The one request message of a call that has one.
   *
   * @throws {StatusError} when there is none, or more.
   */
  request(): Promise<Uint8Array>;
  /** Closes the whole connection without GOAWAY, as a crashed process would. */
  abortConnection(): void;
}

/** One message: its bytes, or parts of it that belong one after the other. */
export type OutgoingMessage = Uint8Array | readonly Uint8Array[];

/** The response to a call: one message, or several. Throw a `StatusError` for another status. */
export type Answer = OutgoingMessage | AsyncIterable<OutgoingMessage>;

/**
 * Answers every call. Messages are copied when they are sent: one may be reused as soon as the next
 * one is asked for. Large ones that consist of parts are best given as such, uncopied.
 */
export type Dispatch = (call: IncomingCall) => Answer | Promise<Answer>;

/** The parts of the server that a call uses. */
export interface ServerCallHost {
  peer: Peer;
  /** Largest message accepted, bytes. */
  receiveLimit: number;
  abortConnection: () => void;
  onInternalError: ((error: unknown, path: string) => void) | undefined;
}

const TRANSPORT = /^(:|te$|content-type$|user-agent$|grpc-|host$|content-length$)/;

/** Runs one call. */
export class ServerCall implements IncomingCall {
  readonly path: string;
  readonly headers: Headers;
  readonly peer: Peer;
  readonly timeoutMs: number | undefined;
  readonly requests: MessageReader;
  readonly #stream: Stream;
  readonly #host: ServerCallHost;
  readonly #abort = new AbortController();
  readonly #refusal: string | undefined;
  #started = false;
  #finished = false;

  constructor(stream: Stream, fields: readonly HeaderField[], host: ServerCallHost) {
    this.#stream = stream;
    this.#host = host;
    this.peer = host.peer;
    const first = (name: string) => fields.find(([key]) => key === name)?.[1];
    this.path = first(":path") ?? "";
    // Without a prototype: a field may be named "constructor" or "__proto__".
    const headers: Record<string, string[]> = Object.create(null);
    for (const [name, value] of fields) {
      if (!TRANSPORT.test(name)) (headers[name] ??= []).push(value);
    }
    this.headers = headers;
    const timeout = first("grpc-timeout");
    this.timeoutMs = timeout === undefined ? undefined : parseTimeout(timeout);
    if (first(":method") !== "POST") this.#refusal = "405";
    else if (!first("content-type")?.startsWith("application/grpc")) this.#refusal = "415";
    this.requests = new MessageReader({
      limit: host.receiveLimit,
      highWater: STREAM_WINDOW / 2,
      replenish: () => stream.replenish(),
      budget: stream.receiveBudget,
    });
    stream.receiver = {
      headers: () => {}, // trailers of a request mean nothing
      data: (piece) => this.#receive(piece),
      end: () => this.requests.end(),
      closed: (error) => {
        if (error !== undefined) this.#cancel();
      },
    };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async request(): Promise<Uint8Array> {
    const first = await this.requests.next();
    if (first.done) throw new StatusError(StatusCode.internal, "the call has no request message");
    const second = await this.requests.next();
    if (!second.done) {
      throw new StatusError(StatusCode.internal, "the call has more than one request message");
    }
    return first.value;
  }

  abortConnection(): void {
    this.#host.abortConnection();
  }

  /** Lets `dispatch` answer, and ends the call with its status. Never throws. */
  async run(dispatch: Dispatch): Promise<void> {
    if (this.#refusal !== undefined) {
      // The request may be complete already; only then need it not be broken off.
      await Promise.resolve();
      this.#stream.sendHeaders([[":status", this.#refusal]], true);
      this.#finish();
      this.#discardRequests();
      return;
    }
    const expire = () => {
      this.#end({ code: StatusCode.deadlineExceeded, details: "context deadline exceeded" });
      this.#cancel();
    };
    const stopTimer = this.timeoutMs === undefined
      ? undefined
      : wallClock.after(this.timeoutMs, expire);
    try {
      const answer = await dispatch(this);
      if (answer instanceof Uint8Array) await this.#send(answer);
      else for await (const message of answer) await this.#send(message);
      this.#end({ code: StatusCode.ok, details: "" });
    } catch (error) {
      if (error instanceof StatusError) this.#end(error);
      // The caller cancelled or disconnected; there is no stream to end.
      else if (!this.signal.aborted) {
        this.#host.onInternalError?.(error, this.path);
        const details = error instanceof Error ? error.message : String(error);
        this.#end({ code: StatusCode.unknown, details });
      }
    } finally {
      stopTimer?.();
      this.#discardRequests();
    }
  }

  #receive(piece: Uint8Array): void {
    try {
      this.requests.push(piece);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      this.requests.fail(error);
      this.#end(error);
    }
  }

  async #send(message: OutgoingMessage): Promise<void> {
    if (this.#finished) throw new Http2Error(ErrorCode.streamClosed, "the call is over");
    if (!this.#started) {
      this.#started = true;
      this.#stream.sendHeaders(RESPONSE, false);
    }
    const parts = message instanceof Uint8Array ? [message] : message;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    await this.#stream.send([messagePrefix(length), ...parts], false);
  }

  #end(status: Status): void {
    if (this.#finished || this.#stream.isClosed) return;
    const trailers: HeaderField[] = [["grpc-status", String(status.code)]];
    if (status.details !== "") trailers.push(["grpc-message", encodeMessage(status.details)]);
    this.#stream.sendHeaders(this.#started ? trailers : [...RESPONSE, ...trailers], true);
    this.#finish();
  }

  /** Resets the stream of a client that is still sending; the call is complete. */
  #finish(): void {
    this.#finished = true;
    if (!this.#stream.isRemoteEnded) this.#stream.reset(ErrorCode.noError);
  }

  /** Frees the memory of requests that nothing will read. */
  #discardRequests(): void {
    this.requests.abort(new StatusError(StatusCode.canceled, "the call is over"));
  }

  #cancel(): void {
    const error = new StatusError(StatusCode.canceled, "the client cancelled the call");
    this.requests.fail(error);
    this.#finished = true;
    this.#abort.abort(error);
  }
}

const RESPONSE: readonly HeaderField[] = [
  [":status", "200"],
  ["content-type", "application/grpc"],
  ["grpc-accept-encoding", "identity"],
];
