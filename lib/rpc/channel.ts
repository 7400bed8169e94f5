/**
 * The client side of one endpoint: calls over one connection, opened on first use.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { CallTrace } from "../output/call_trace.ts";
import type { Clock, Environment } from "../platform/system.ts";
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { onAbort } from "../async/on_abort.ts";
import { wallClock } from "../platform/wall_clock.ts";
import { ClientCall } from "./client_call.ts";
import { dial } from "./dial.ts";
import { parseEndpoint } from "./endpoint.ts";
import { cancelledError, deadlineError, RpcError, toCallError } from "./errors.ts";
import type { Connection } from "./http2/connection.ts";
import { Http2Error } from "./http2/errors.ts";
import type { HeaderField } from "./http2/hpack.ts";
import { RECEIVE_LIMIT } from "./message_reader.ts";
import type { ProxyChoice } from "../platform/proxy_url.ts";
import { chooseProxy } from "./proxy.ts";
import type { Session } from "./session/dial_session.ts";
import { type Requests, RequestStream, SingleRequest } from "./requests.ts";
import { StatusCode, StatusError } from "./status.ts";
import { formatTimeout } from "./timeout.ts";
import type { CallOptions, Channel, Headers, Method, TlsSettings } from "./types.ts";

/** Default time limit to connect, milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Connections tried for a call of which nothing was sent. Bounds the work against a server that
 * closes every connection with its first frames.
 */
const MAX_CONNECTIONS = 5;

/** Options of a channel. */
export interface ChannelOptions {
  /** Time limit to connect, milliseconds; default 10 000. */
  connectTimeoutMs?: number;
  /** Source of `HTTPS_PROXY` and `NO_PROXY`; without it no proxy is used. */
  env?: Environment;
  /** The proxy of the context, instead of the environment's. */
  proxy?: ProxyChoice | undefined;
  /** Clock of deadlines and keepalive; default the wall clock. */
  clock?: Clock;
  /** Largest response message accepted, bytes; default 32 MiB. */
  receiveLimit?: number;
  /** Prints every connection attempt, for `OSCTL_DEBUG=1`. */
  trace?: CallTrace | undefined;
  /** Value of the `user-agent` header. */
  userAgent?: string;
  /**
   * Whether to connect with `Deno.connectTls` where possible, which takes less CPU; a connect that
   * times out continues in the background. Default false.
   */
  denoTls?: boolean;
  /** Folder of session sockets; without it the channel connects directly. */
  sessions?: string | undefined;
  /** Called when the folder has no usable session for the endpoint. */
  onSessionMissing?: (() => void) | undefined;
}

/**
 * Opens a channel. It connects at its first call; a call fails when connecting fails, and the next
 * call connects again.
 *
 * @param endpoint `host:port` or `[address]:port`.
 * @throws {OsctlError} `input` when the endpoint or the proxy in the environment is malformed.
 */
export function openChannel(
  endpoint: string,
  tls: TlsSettings,
  options: ChannelOptions = {},
): Channel {
  return new EndpointChannel(endpoint, tls, options);
}

class EndpointChannel implements Channel {
  readonly endpoint: string;
  readonly #tls: TlsSettings;
  readonly #options: ChannelOptions;
  readonly #clock: Clock;
  readonly #proxy: URL | undefined;
  readonly #closing = new AbortController();
  #connection: Promise<Connection> | undefined;
  #current: Connection | undefined;
  /** False also after a failure. */
  #denoTls: boolean;
  /** Folder of session sockets; undefined also after a failure. */
  #sessions: string | undefined;
  #session: Session | undefined;

  constructor(endpoint: string, tls: TlsSettings, options: ChannelOptions) {
    parseEndpoint(endpoint);
    this.#proxy = options.env && chooseProxy(endpoint, options.env, options.proxy);
    this.endpoint = endpoint;
    this.#tls = tls;
    this.#options = options;
    this.#clock = options.clock ?? wallClock;
    this.#denoTls = options.denoTls ?? false;
    if (tls.insecure !== true) this.#sessions = options.sessions;
  }

  get isConnected(): boolean {
    const connection = this.#current;
    if (connection === undefined || !connection.isUsable) return false;
    // Calls of a session that was silent for a while start with a test of it.
    return connection !== this.#session?.connection || this.#session.isFresh;
  }

  async connect(): Promise<void> {
    await this.#connect();
  }

  async unary<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    options: CallOptions = {},
  ): Promise<Res> {
    return await this.#single(method, new SingleRequest(method.encodeRequest(request)), options);
  }

  async clientStream<Req, Res>(
    method: Method<Req, Res>,
    requests: AsyncIterable<Req>,
    options: CallOptions = {},
  ): Promise<Res> {
    return await this.#single(method, new RequestStream(requests, method.encodeRequest), options);
  }

  async *serverStream<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    options: CallOptions = {},
  ): AsyncGenerator<Res, void, undefined> {
    const encoded = new SingleRequest(method.encodeRequest(request));
    for await (const message of this.#responses(method, encoded, options)) {
      yield method.decodeResponse(message);
    }
  }

  close(): void {
    this.#closing.abort(cancelledError(this.endpoint, "the channel was closed"));
    this.#current?.shutdown();
    this.#current = undefined;
  }

  async #single<Req, Res>(
    method: Method<Req, Res>,
    requests: Requests,
    options: CallOptions,
  ): Promise<Res> {
    let response: Uint8Array | undefined;
    for await (const message of this.#responses(method, requests, options)) {
      if (response !== undefined) {
        const error = new StatusError(
          StatusCode.internal,
          "the server sent more than one response",
        );
        throw toCallError(error, this.endpoint);
      }
      response = message;
    }
    if (response === undefined) {
      throw toCallError(
        new StatusError(StatusCode.internal, "the server sent no response"),
        this.endpoint,
      );
    }
    return method.decodeResponse(response);
  }

  /** Makes the call and yields the responses; returning from the generator cancels it. */
  async *#responses<Req, Res>(
    method: Method<Req, Res>,
    requests: Requests,
    options: CallOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { timeoutMs } = options;
    const signals = [options.signal, this.#closing.signal];
    using bound = createDeadline({
      clock: this.#clock,
      ms: timeoutMs,
      signals: signals,
      cancelled: (reason) => cancelledError(this.endpoint, reason),
      expired: () => deadlineError(this.endpoint, timeoutMs ?? 0),
    });
    try {
      const metadata = metadataFields(options.headers ?? {});
      const startedAt = this.#clock.now();
      const fields = (): HeaderField[] => {
        const timeout: HeaderField[] = [];
        if (timeoutMs !== undefined) {
          // The time that is left: connecting, and an attempt before a retry, have used some. A clock
          // that was set back must not extend it.
          const elapsed = Math.max(0, this.#clock.now() - startedAt);
          timeout.push(["grpc-timeout", formatTimeout(Math.max(1, timeoutMs - elapsed))]);
        }
        return [...this.#fields(method.path), ...timeout, ...metadata];
      };
      let isRetry = false;
      for (;;) {
        let call: ClientCall | undefined;
        let received = false;
        const stop = () => call?.cancel(bound.signal.reason);
        const removeStop = onAbort(bound.signal, stop);
        try {
          call = await this.#start(fields, bound.signal, options.keepalive ?? false);
          if (bound.signal.aborted) throw bound.signal.reason;
          void requests.sendTo(call);
          for (;;) {
            const next = await call.responses.next();
            if (next.done) return;
            received = true;
            yield next.value;
          }
        } catch (error) {
          // gRPC's transparent retry, once: the server has not processed the stream (RFC 9113, 6.8).
          const isUnprocessed = error instanceof Http2Error && error.isUnprocessed;
          const isShared = call?.isShared === true;
          const isAllowed = (isShared || !isRetry) && !received && requests.isReplayable;
          if (!isUnprocessed || !isAllowed) throw this.#toError(error, timeoutMs);
          if (isShared) this.#leaveSession();
          else isRetry = true;
        } finally {
          removeStop();
          call?.discard();
        }
      }
    } finally {
      await requests.close();
    }
  }

  async #start(
    fields: () => readonly HeaderField[],
    signal: AbortSignal,
    keepalive: boolean,
  ): Promise<ClientCall> {
    for (let attempt = 1;; attempt++) {
      const connection = await raceWithAbort(this.#connect(), signal);
      try {
        const stream = await connection.open(signal);
        if (keepalive) connection.enableKeepalive(stream);
        const shared = connection === this.#session?.connection ? this.#session : undefined;
        return new ClientCall(
          stream,
          fields(),
          this.#options.receiveLimit ?? RECEIVE_LIMIT,
          shared,
        );
      } catch (error) {
        // Nothing of the call was sent, so another connection may carry it.
        if (!(error instanceof Http2Error) || attempt === MAX_CONNECTIONS) throw error;
      }
    }
  }

  /** Returns the usable connection, or opens one. */
  #connect(): Promise<Connection> {
    if (this.isConnected) return Promise.resolve(this.#current!);
    this.#connection ??= this.#open().then((connection) => {
      this.#current = connection;
      if (this.#closing.signal.aborted) connection.shutdown();
      return connection;
    }).finally(() => {
      this.#connection = undefined;
    });
    return this.#connection;
  }

  /** Connects to a session, where one responds, or directly. */
  async #open(): Promise<Connection> {
    if (this.#sessions === undefined) return await this.#dial();
    if (await this.#session?.test()) return this.#session!.connection;
    const traced = this.#options.trace?.begin("connection", {
      endpoint: this.endpoint,
      via: "session",
    });
    const { dialSession } = await import("./session/dial_session.ts");
    const route = { endpoint: this.endpoint, tls: this.#tls, proxy: this.#proxy };
    const found = this.#session === undefined
      ? await dialSession(this.#sessions, route, this.#clock)
      : "the session no longer responds";
    const isMissing = typeof found === "string";
    traced?.end(isMissing ? { status: "none", reason: found } : {});
    this.#session = isMissing ? undefined : found;
    if (!isMissing) return found.connection;
    this.#sessions = undefined;
    this.#options.onSessionMissing?.();
    return await this.#dial();
  }

  /** Connects directly from the next call on. Calls of the session continue. */
  #leaveSession(): void {
    this.#session?.connection.shutdown();
    this.#session = undefined;
    this.#sessions = undefined;
  }

  async #dial(): Promise<Connection> {
    const facts = { endpoint: this.endpoint, proxy: this.#proxy?.host };
    const traced = this.#options.trace?.begin("connection", facts);
    const dialed = dial(this.endpoint, this.#tls, {
      connectTimeoutMs: this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      clock: this.#clock,
      proxy: this.#proxy,
      isProxyOfContext: this.#options.proxy !== undefined,
      signal: this.#closing.signal,
      denoTls: this.#denoTls,
      onDenoTlsFailure: () => this.#denoTls = false,
    });
    if (traced === undefined) return await dialed;
    try {
      const connection = await dialed;
      traced.end({});
      return connection;
    } catch (error) {
      traced.end({}, error);
      throw error;
    }
  }

  #fields(path: string): HeaderField[] {
    return [
      [":method", "POST"],
      [":scheme", "https"],
      [":path", path],
      [":authority", this.endpoint],
      ["te", "trailers"],
      ["content-type", "application/grpc"],
      ["grpc-accept-encoding", "identity"],
      ["user-agent", this.#options.userAgent ?? "osctl"],
    ];
  }

  #toError(error: unknown, timeoutMs: number | undefined): unknown {
    // The server watches the same deadline and may report it first.
    const expired = error instanceof StatusError && error.code === StatusCode.deadlineExceeded;
    if (expired && timeoutMs !== undefined) return deadlineError(this.endpoint, timeoutMs);
    return error instanceof RpcError ? error : toCallError(error, this.endpoint);
  }
}

function metadataFields(headers: Headers): HeaderField[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    values.map((value): HeaderField => {
      if (!/^[0-9a-z_.-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) {
        throw new OsctlError(
          "input",
          `invalid value ${JSON.stringify(value)} of header "${name}"`,
          {
            hint: "use printable ASCII characters",
          },
        );
      }
      return [name, value];
    })
  );
}
