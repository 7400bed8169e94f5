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

/** The client of a connection. */
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
  /** Request metadata, every value of every key in order, without the headers of the transport. */
  readonly headers: Headers;
  readonly peer: Peer;
  /** Deadline, milliseconds from the start of the call; none when undefined. */
  readonly timeoutMs: number | undefined;
  /** Aborted when the client cancels, the deadline expires or the connection ends. */
  readonly signal: AbortSignal;
  /** The request messages as they arrive; can be read once. */
  readonly requests: AsyncIterable<Uint8Array>;
  /**
   * Reads the request message of a call without client streaming.
   *
   * @throws {StatusError} when there is no message, or more than one.
   */
  request(): Promise<Uint8Array>;
  /** Closes the whole connection without GOAWAY, as a crashed process would. */
  abortConnection(): void;
}

/** One message: its bytes, or its parts in order. */
export type OutgoingMessage = Uint8Array | readonly Uint8Array[];

/** The response to a call: one message, or a stream. Throw `StatusError` for a status other than OK. */
export type Answer = OutgoingMessage | AsyncIterable<OutgoingMessage>;

/**
 * Handles every call. A message is copied when it is sent, and may be reused when the next one is
 * requested. Large messages are best passed in parts, which saves a copy.
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
  /** HTTP status of a request that is not gRPC. */
  readonly #httpError: string | undefined;
  #hasSentHeaders = false;
  #isFinished = false;

  constructor(stream: Stream, fields: readonly HeaderField[], host: ServerCallHost) {
    this.#stream = stream;
    this.#host = host;
    this.peer = host.peer;
    const first = (name: string) => fields.find(([key]) => key === name)?.[1];
    this.path = first(":path") ?? "";
    // No prototype: a field may be named "constructor" or "__proto__".
    const headers: Record<string, string[]> = Object.create(null);
    for (const [name, value] of fields) {
      if (!TRANSPORT.test(name)) (headers[name] ??= []).push(value);
    }
    this.headers = headers;
    const timeout = first("grpc-timeout");
    this.timeoutMs = timeout === undefined ? undefined : parseTimeout(timeout);
    if (first(":method") !== "POST") this.#httpError = "405";
    else if (!first("content-type")?.startsWith("application/grpc")) this.#httpError = "415";
    this.requests = new MessageReader({
      limit: host.receiveLimit,
      highWater: STREAM_WINDOW / 2,
      replenish: () => stream.replenish(),
      budget: stream.receiveBudget,
    });
    stream.receiver = {
      headers: () => {}, // request trailers have no meaning in gRPC
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

  /** Sends the response of `dispatch` and the status. Rejects only when `onInternalError` throws. */
  async run(dispatch: Dispatch): Promise<void> {
    if (this.#httpError !== undefined) {
      // The rest of this chunk may complete the request, which then needs no reset.
      await Promise.resolve();
      this.#stream.sendHeaders([[":status", this.#httpError]], true);
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
      // After a cancellation there is no stream to end.
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
    if (this.#isFinished) throw new Http2Error(ErrorCode.streamClosed, "the call has ended");
    if (!this.#hasSentHeaders) {
      this.#hasSentHeaders = true;
      this.#stream.sendHeaders(RESPONSE, false);
    }
    const parts = message instanceof Uint8Array ? [message] : message;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    await this.#stream.send([messagePrefix(length), ...parts], false);
  }

  #end(status: Status): void {
    if (this.#isFinished || this.#stream.isClosed) return;
    const trailers: HeaderField[] = [["grpc-status", String(status.code)]];
    if (status.details !== "") trailers.push(["grpc-message", encodeMessage(status.details)]);
    this.#stream.sendHeaders(this.#hasSentHeaders ? trailers : [...RESPONSE, ...trailers], true);
    this.#finish();
  }

  /** Resets the stream if the client still sends requests (RFC 9113, section 8.1). */
  #finish(): void {
    this.#isFinished = true;
    if (!this.#stream.isRemoteEnded) this.#stream.reset(ErrorCode.noError);
  }

  /** Releases the memory of unread requests. */
  #discardRequests(): void {
    this.requests.abort(new StatusError(StatusCode.canceled, "the call has ended"));
  }

  #cancel(): void {
    const error = new StatusError(StatusCode.canceled, "the client cancelled the call");
    this.requests.fail(error);
    this.#isFinished = true;
    this.#abort.abort(error);
  }
}

const RESPONSE: readonly HeaderField[] = [
  [":status", "200"],
  ["content-type", "application/grpc"],
  ["grpc-accept-encoding", "identity"],
];
