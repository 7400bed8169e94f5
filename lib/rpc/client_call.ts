/**
 * The client side of a call: from its request headers to the status in the trailers.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./http2/errors.ts";
import type { HeaderField } from "./http2/hpack.ts";
import type { Stream } from "./http2/stream.ts";
import { messagePrefix, MessageReader } from "./message_reader.ts";
import { decodeMessage, StatusCode, StatusError } from "./status.ts";
import { STREAM_WINDOW } from "./tuning.ts";

/** Status codes by HTTP status ("HTTP to gRPC Status Code Mapping"). */
const HTTP_STATUSES = new Map<string, number>([
  ["400", StatusCode.internal],
  ["401", StatusCode.unauthenticated],
  ["403", StatusCode.permissionDenied],
  ["404", StatusCode.unimplemented],
  ["429", StatusCode.unavailable],
  ["502", StatusCode.unavailable],
  ["503", StatusCode.unavailable],
  ["504", StatusCode.unavailable],
]);

/** A session through which a call goes. */
export interface SharedRoute {
  /** Returns the error of the session's own connection in trailers; undefined without one. */
  decodeError(fields: readonly HeaderField[]): Http2Error | undefined;
}

/** A call in progress. Its errors are `Http2Error` and `StatusError`. */
export class ClientCall {
  /** The response messages; rejects with the call's status unless it is OK. */
  readonly responses: MessageReader;
  /** Resolves when the requests may be sent: a session first accepts the call. */
  readonly accepted: Promise<void>;
  readonly #stream: Stream;
  readonly #shared: SharedRoute | undefined;
  #isAccepted: boolean;
  #accept: () => void = () => {};
  #hasHeaders = false;
  #status: StatusError | "ok" | undefined;

  /**
   * Sends the request headers, with the first request or {@linkcode flush}.
   *
   * @param receiveLimit largest message accepted, bytes.
   * @param shared the session of the connection.
   * @throws {Http2Error} when the stream has closed since it was opened: the receiver would never be
   *   called.
   */
  constructor(
    stream: Stream,
    fields: readonly HeaderField[],
    receiveLimit: number,
    shared?: SharedRoute,
  ) {
    if (stream.isClosed) {
      const text = "connection ended before the call was sent";
      throw new Http2Error(ErrorCode.refusedStream, text, "closed", true);
    }
    this.#stream = stream;
    this.#shared = shared;
    this.#isAccepted = shared === undefined;
    this.accepted = this.#isAccepted
      ? Promise.resolve()
      : new Promise((resolve) => this.#accept = resolve);
    this.responses = new MessageReader({
      limit: receiveLimit,
      highWater: STREAM_WINDOW / 2,
      replenish: () => stream.replenish(),
      budget: stream.receiveBudget,
    });
    stream.receiver = {
      headers: (received, endStream) => this.#headers(received, endStream),
      data: (piece) => this.#data(piece),
      end: () => this.#end(),
      closed: (error) => {
        this.#accept();
        if (this.#status !== undefined) return;
        const reason = error ?? new Http2Error(ErrorCode.internalError, "call ended early");
        // A session announces that it sends the call before it does so.
        this.responses.fail(this.#isAccepted ? reason : toUnprocessed(reason));
      },
    };
    stream.sendHeaders(fields, false, true);
  }

  /** Whether the stream of the call is closed. */
  get isClosed(): boolean {
    return this.#stream.isClosed;
  }

  /** Whether the call goes through a session. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  /** Sends the headers without waiting for a request. */
  flush(): void {
    this.#stream.flush();
  }

  /** Sends one request message; `last` ends the requests. */
  send(message: Uint8Array, last: boolean): Promise<void> {
    return this.#stream.send([messagePrefix(message.length), message], last);
  }

  /** Ends the requests. */
  async sendEnd(): Promise<void> {
    await this.#stream.send([], true);
  }

  /** Cancels the call unless it has ended. Received responses can still be read. */
  cancel(reason: unknown): void {
    this.responses.fail(reason);
    this.#stream.reset(ErrorCode.cancel);
  }

  /** Cancels the call unless it has ended, and discards the received responses. */
  discard(): void {
    this.responses.abort(undefined);
    this.#stream.reset(ErrorCode.cancel);
  }

  #headers(fields: readonly HeaderField[], endStream: boolean): void {
    const first = (name: string) => fields.find(([key]) => key === name)?.[1];
    if (!this.#hasHeaders) {
      const httpStatus = first(":status") ?? "";
      if (httpStatus.startsWith("1")) { // interim response
        this.#isAccepted = true;
        return this.#accept();
      }
      this.#hasHeaders = true;
      const type = first("content-type") ?? "";
      if (first("grpc-status") === undefined) {
        if (httpStatus !== "200") {
          const code = HTTP_STATUSES.get(httpStatus) ?? StatusCode.unknown;
          return this.#fail(code, `the server responded with HTTP status ${httpStatus}`);
        }
        if (!type.startsWith("application/grpc")) {
          return this.#fail(StatusCode.unknown, `the server responded with "${type}", not gRPC`);
        }
      }
    }
    if (!endStream) return;
    const lost = this.#shared?.decodeError(fields);
    if (lost === undefined) this.#status = readStatus(fields);
    else this.#lose(lost);
  }

  #data(piece: Uint8Array): void {
    try {
      this.responses.push(piece);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      this.#fail(error.code, error.details);
    }
  }

  /** Ends the call as the end of its own connection would. */
  #lose(error: Http2Error): void {
    this.#status = new StatusError(StatusCode.unavailable, error.message);
    this.responses.fail(error);
    this.#stream.reset(ErrorCode.cancel);
  }

  #fail(code: number, details: string): void {
    this.#status = new StatusError(code, details);
    this.responses.fail(this.#status);
    this.#stream.reset(ErrorCode.cancel);
  }

  #end(): void {
    if (this.#status === "ok") this.responses.end();
    else {
      const missing = "the server ended the call without a status";
      this.#status ??= new StatusError(StatusCode.internal, missing);
      this.responses.fail(this.#status);
    }
    // The server needs no further requests (RFC 9113, section 8.1).
    if (!this.#stream.isLocalEnded) this.#stream.reset(ErrorCode.noError);
  }
}

function toUnprocessed({ code, message, reason, cause }: Http2Error): Http2Error {
  return new Http2Error(code, message, reason, true, { cause });
}

/** Largest status code accepted, a signed 32-bit integer. */
const MAX_CODE = 2 ** 31 - 1;

/**
 * Returns the status of trailers. As in grpc-go, the last of several fields counts, and one that is
 * malformed makes all of them so.
 */
function readStatus(fields: readonly HeaderField[]): StatusError | "ok" {
  const valuesOf = (name: string) =>
    fields.filter(([key]) => key === name).map(([, value]) => value);
  const codes = valuesOf("grpc-status");
  const code = codes.find((value) => !isStatusCode(value)) ?? codes.at(-1);
  return parseStatus(code, valuesOf("grpc-message").at(-1));
}

function isStatusCode(text: string): boolean {
  return /^[0-9]+$/.test(text) && Number(text) <= MAX_CODE;
}

/** Parses the fields `grpc-status`, decimal digits only, and `grpc-message` of trailers. */
function parseStatus(
  code: string | undefined,
  message: string | undefined,
): StatusError | "ok" {
  if (code === undefined) {
    return new StatusError(StatusCode.unknown, "the server ended the call without a status");
  }
  if (!isStatusCode(code)) {
    const text = `the server ended the call with the malformed grpc-status ${JSON.stringify(code)}`;
    return new StatusError(StatusCode.internal, text);
  }
  if (Number(code) === StatusCode.ok) return "ok";
  return new StatusError(Number(code), decodeMessage(message ?? ""));
}
