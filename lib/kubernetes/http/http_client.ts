/**
 * HTTP requests to one API server over kept-alive connections.
 *
 * @module
 */
import { type Agent, type IncomingMessage, request as sendHttp } from "node:http";
import type { Socket } from "node:net";
import { createDeadline, type Deadline } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import type { CallTrace } from "../../output/call_trace.ts";
import { createAgent } from "../../platform/http_over_duplex.ts";
import type { System } from "../../platform/system.ts";
import { systemCode } from "../../rpc/errors.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { ConnectionSettings } from "../kubeconfig/types.ts";
import { addressOf, connect } from "./connect.ts";

/** A request. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, below the path of the server's URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request and its response. */
  readonly signal: AbortSignal;
}

/** A response, whose body is read or destroyed by the caller. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: IncomingMessage;
  /** The `Authorization` header of the request. */
  readonly authorization: string | undefined;
}

/** Options of {@linkcode HttpClient}. */
export interface HttpClientOptions {
  readonly system: Pick<System, "clock" | "env"> & { readonly trace?: CallTrace | undefined };
  readonly settings: ConnectionSettings;
  readonly authenticator: Authenticator;
  /** Time limit of connecting, milliseconds. */
  readonly connectTimeoutMs: number;
  /** Aborts connection attempts. */
  readonly signal: AbortSignal;
}

/**
 * Idle connections are closed after this time, milliseconds: before servers and load balancers
 * close them because a request on a closed connection fails.
 */
const IDLE_CONNECTION_MS = 20_000;

/** Sends requests to one server. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #agent: Agent;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#agent = createAgent(() => this.#connect(), {
      keepAlive: true,
      maxFreeSockets: 4,
      timeout: IDLE_CONNECTION_MS,
    });
  }

  /** Host and port of the server, for errors. */
  get host(): string {
    return this.#options.settings.server.host;
  }

  /** The agent, for upgraded connections. */
  get agent(): Agent {
    return this.#agent;
  }

  /** URL of a path. */
  url(path: string): URL {
    const { server } = this.#options.settings;
    return new URL(server.pathname.replace(/\/$/, "") + path, server.origin);
  }

  /** Headers of every request: credentials and impersonation. */
  async headers(signal: AbortSignal): Promise<Record<string, string | string[]>> {
    const { authenticator, settings: { impersonate } } = this.#options;
    const authorization = await authenticator.authorization(signal);
    const headers: Record<string, string | string[]> = { "user-agent": "osctl" };
    if (authorization !== undefined) headers["authorization"] = authorization;
    if (impersonate === undefined) return headers;
    headers["impersonate-user"] = impersonate.user;
    if (impersonate.uid !== undefined) headers["impersonate-uid"] = impersonate.uid;
    if (impersonate.groups.length > 0) headers["impersonate-group"] = [...impersonate.groups];
    for (const [key, values] of Object.entries(impersonate.extra)) {
      headers[`impersonate-extra-${encodeURIComponent(key)}`] = [...values];
    }
    return headers;
  }

  /**
   * Sends a request. A read is sent again once when the server closed an idle connection, and any
   * request once when the server rejected credentials that can be renewed.
   *
   * @throws {OsctlError} of kind `connection`; the signal's reason.
   */
  async request(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.#traced(request);
    if (response.status !== 401 || !this.#options.authenticator.renew()) return response;
    response.body.destroy();
    // New connections present the renewed client certificate.
    this.#closeIdle();
    return await this.#traced(request);
  }

  /** Closes all connections, and so fails the requests on them. */
  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request and prints it in the trace when the headers of its response arrive. */
  async #traced(request: HttpRequest): Promise<HttpResponse> {
    const { system: { trace }, settings: { server } } = this.#options;
    const { method, path } = request;
    const traced = trace?.begin("request", { method, path, endpoint: server.host });
    try {
      const response = await this.#requestOverLiveConnection(request);
      traced?.end({ status: response.status });
      return response;
    } catch (error) {
      traced?.end({}, error);
      throw error;
    }
  }

  async #requestOverLiveConnection(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await this.#send(request);
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error;
      if (request.method !== "GET") throw error.failure;
    }
    // The other idle connections have probably been closed too.
    this.#closeIdle();
    return await this.#send(request);
  }

  #closeIdle(): void {
    for (const socket of Object.values(this.#agent.freeSockets).flat()) socket?.destroy();
  }

  async #send({ method, path, headers, body, signal }: HttpRequest): Promise<HttpResponse> {
    const { settings } = this.#options;
    const all = { ...await this.headers(signal), ...headers };
    signal.throwIfAborted();
    const url = this.url(path);
    return await new Promise((resolve, reject) => {
      const { host, port } = addressOf(settings.server);
      const outgoing = sendHttp({
        method,
        host,
        port,
        path: url.pathname + url.search,
        headers: {
          ...all,
          host: settings.server.host,
          ...(body === undefined ? {} : { "content-length": String(byteLength(body)) }),
        },
        agent: this.#agent,
      });
      let isReused = false;
      outgoing.once("socket", () => {
        isReused = outgoing.reusedSocket;
        // The runtime would send any request again when a reused connection fails, a write
        // included.
        outgoing.reusedSocket = false;
      });
      const abort = () => {
        outgoing.destroy();
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      outgoing.on("error", (error) => {
        signal.removeEventListener("abort", abort);
        const failure = this.requestError(error);
        reject(
          isReused && !(error instanceof OsctlError) ? new StaleConnectionError(failure) : failure,
        );
      });
      outgoing.once("response", (response: IncomingMessage) => {
        signal.removeEventListener("abort", abort);
        const stop = () => response.destroy();
        signal.addEventListener("abort", stop, { once: true });
        response.once("close", () => signal.removeEventListener("abort", stop));
        const { statusCode = 0, statusMessage = "" } = response;
        resolve({
          status: statusCode,
          statusText: statusMessage,
          headers: response.headers,
          body: response,
          authorization: all["authorization"]?.toString(),
        });
      });
      outgoing.end(body);
    });
  }

  async #connect(): Promise<Socket> {
    const { settings, system, authenticator, connectTimeoutMs, signal } = this.#options;
    const certificate = await authenticator.certificate(signal);
    return await connect(settings, {
      ...system,
      certificate: certificate ?? settings.certificate,
      timeoutMs: connectTimeoutMs,
      signal,
    });
  }

  /** Converts an error of a connection in use. */
  requestError(error: unknown): unknown {
    if (error instanceof OsctlError || !(error instanceof Error) || isBug(error)) return error;
    const code = systemCode(error);
    if (/ALERT/.test(code)) {
      return new OsctlError(
        "connection",
        `the API server ${this.host} did not accept the client certificate`,
        { hint: "download a new kubeconfig", cause: error },
      );
    }
    const isReset = ["ECONNRESET", "EPIPE", "ECONNABORTED", "ERR_STREAM_PREMATURE_CLOSE"]
      .includes(code) || error.message === "aborted";
    const reason = isReset ? "the connection was closed" : error.message;
    return new OsctlError(
      "connection",
      `lost the connection to the API server ${this.host}: ${reason}`,
      { hint: "check that etcd is bootstrapped and the API server runs", cause: error },
    );
  }
}

/** A failure on a connection that the server may have closed before the request. */
class StaleConnectionError extends Error {
  constructor(readonly failure: unknown) {
    super("the connection was closed before the response");
  }
}

/** Reports whether an error is one of the program, and not of a connection. */
function isBug(error: Error): boolean {
  return [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind) &&
    systemCode(error) === "";
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Creates the deadline of a request. */
export function requestDeadline(
  clock: System["clock"],
  ms: number | undefined,
  host: string,
  signals: readonly (AbortSignal | undefined)[],
): Deadline {
  return createDeadline({
    clock,
    ms,
    signals,
    expired: () =>
      new OsctlError(
        "connection",
        `the API server ${host} did not respond within ${formatDuration(ms ?? 0)}`,
        { hint: "check the API server, or increase OSCTL_CALL_TIMEOUT" },
      ),
  });
}
