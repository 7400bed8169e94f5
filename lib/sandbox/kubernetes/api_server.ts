/**
 * The HTTPS server of a control plane: mutual TLS, request bodies, streamed responses.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { ExecResult } from "./exec.ts";
import type { Clock } from "../../async/clock.ts";
import { toPkcs8Label } from "../../pki/pem.ts";
import { parseCertificate, type PemPair } from "../../pki/mod.ts";
import { isAddressInUse } from "../../platform/address_in_use.ts";
import { ClientVerifier } from "../client_verifier.ts";
import { keepAccepting } from "../../rpc/keep_accepting.ts";
import { processConnections } from "../connections.ts";
import type { User } from "./request.ts";

/** A request before routing. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined without a valid client certificate. */
  readonly user: User | undefined;
  /** Undefined when the body exceeds the limit. */
  readonly body: Uint8Array | undefined;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
}

/** A response. */
export interface ApiResponse {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<string>;
}

/** Options of a server. */
export interface ApiServerOptions {
  readonly address: string;
  readonly port: number;
  readonly certificate: PemPair;
  /** Certificate of the authority of clients, PEM. */
  readonly clientCa: string;
  readonly clock: Clock;
  /** Returns the user of an `Authorization` header. */
  readonly userOf?: (header: string | undefined) => User | undefined;
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  /** Runs a command in a container, or returns the response of a failure. */
  readonly exec: (request: ApiRequest) => Promise<ApiResponse | ExecResult>;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** Largest request body, bytes; as in the Kubernetes API server. */
const BODY_LIMIT = 3 * 1024 * 1024;
/** Attempts to bind a port that was just released, and their interval in milliseconds. */
const ATTEMPTS = 100;
const RETRY_MS = 20;

/** A listening API server. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #verifier: ClientVerifier;
  readonly #users = new WeakMap<TLSSocket, User>();
  /** The TCP sockets of unknown users, by their peer. */
  readonly #pending = new Map<string, Socket>();
  readonly #stopping = new AbortController();
  readonly #server: Server;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#verifier = new ClientVerifier(options.clientCa);
    this.#server = createServer({
      cert: options.certificate.crt,
      key: toPkcs8Label(options.certificate.key),
      ca: options.clientCa,
      requestCert: true,
      // A client without certificate gets status 401, as from the Kubernetes API server.
      rejectUnauthorized: false,
      minVersion: "TLSv1.2",
    }, (request, response) => {
      this.#serve(request, response).catch((error) => {
        if (!response.destroyed) options.report(error, `${request.method} ${request.url}`);
        response.destroy();
      });
    });
    this.#server.on("connection", (socket: Socket) => {
      const name = remoteName(socket);
      this.#pending.set(name, socket);
      processConnections().add(socket);
      socket.once("close", () => {
        if (this.#pending.get(name) === socket) this.#pending.delete(name);
      });
    });
    this.#server.on("upgrade", (request: IncomingMessage, socket: TLSSocket, head: Uint8Array) => {
      this.#upgrade(request, socket, head).catch((error) => {
        options.report(error, `${request.method} ${request.url}`);
        socket.destroy();
      });
    });
  }

  /**
   * Starts listening. The runtime may release the port of a closed server late, so binding is
   * retried for two seconds.
   *
   * @throws {Error} With code `EADDRINUSE` when another process uses the port.
   */
  async listen(): Promise<void> {
    for (let attempt = 1;; attempt++) {
      try {
        await this.#listenOnce();
        return;
      } catch (error) {
        if (!isAddressInUse(error) || attempt === ATTEMPTS) throw error;
        await new Promise<void>((resolve) => this.#options.clock.after(RETRY_MS, resolve));
      }
    }
  }

  #listenOnce(): Promise<void> {
    const { address, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, address, () => {
        this.#server.off("error", reject);
        keepAccepting(this.#server);
        resolve();
      });
    });
  }

  /** Aborts all requests and stops listening. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (toUrl(request) === null) {
      response.writeHead(400, { "content-type": "text/plain" });
      response.end("400 Bad Request\n");
      return;
    }
    const abort = new AbortController();
    response.once("close", () => abort.abort());
    const { status, contentType, headers: more, body: content } = await this.#options.answer(
      this.#toRequest(request, await readBody(request), abort.signal),
    );
    if (typeof content === "string") {
      const bytes = new TextEncoder().encode(content);
      response.writeHead(status, {
        "content-type": contentType,
        "content-length": bytes.length,
        "cache-control": "no-cache, private",
        ...more,
      });
      response.end(bytes);
      return;
    }
    response.writeHead(status, { "content-type": contentType, ...more });
    response.flushHeaders();
    for await (const chunk of content) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  }

  #toRequest(
    request: IncomingMessage,
    body: Uint8Array | undefined,
    signal: AbortSignal,
  ): ApiRequest {
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      headers[name] = Array.isArray(value) ? value.join(",") : value;
    }
    return {
      method: request.method ?? "GET",
      url: toUrl(request)!,
      headers,
      user: this.#userOf(request.socket as TLSSocket) ?? this.#userOfToken(request),
      body,
      signal: AbortSignal.any([signal, this.#stopping.signal]),
    };
  }

  /** Serves a command over a WebSocket. */
  async #upgrade(request: IncomingMessage, socket: TLSSocket, head: Uint8Array): Promise<void> {
    const abort = new AbortController();
    const close = () => socket.destroy();
    this.#stopping.signal.addEventListener("abort", close, { once: true });
    socket.once("close", () => {
      abort.abort();
      this.#stopping.signal.removeEventListener("abort", close);
    });
    socket.on("error", close);
    if (toUrl(request) === null) {
      close();
      return;
    }
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    const outcome = isWebSocket
      ? await this.#options.exec(this.#toRequest(request, new Uint8Array(), abort.signal))
      : undefined;
    if (outcome === undefined || "status" in outcome) {
      const { status, contentType, body } = outcome ??
        { status: 400, contentType: "text/plain", body: "only WebSocket is supported\n" };
      const text = String(body);
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\ncontent-type: ${contentType}\r\n` +
          `content-length: ${new TextEncoder().encode(text).length}\r\n` +
          `connection: close\r\n\r\n${text}`,
      );
      return;
    }
    const { sendResult } = await import("./exec.ts");
    sendResult(request, socket, head, outcome);
  }

  /** Returns the user of a request with a token. */
  #userOfToken({ headers, socket }: IncomingMessage): User | undefined {
    const user = this.#options.userOf?.(headers.authorization);
    if (user !== undefined) this.#accept(socket);
    return user;
  }

  /** The connection belongs to a known user. */
  #accept(socket: Socket): void {
    const name = remoteName(socket);
    const tcpSocket = this.#pending.get(name);
    if (tcpSocket !== undefined) processConnections().authenticated(tcpSocket);
    this.#pending.delete(name);
  }

  /** Returns the user of a connection; parses its certificate once. */
  #userOf(socket: TLSSocket): User | undefined {
    const known = this.#users.get(socket);
    if (known !== undefined) return known;
    const { raw } = socket.getPeerCertificate();
    const der = raw === undefined ? undefined : new Uint8Array(raw);
    if (!this.#verifier.isValid(der, this.#options.clock.now())) return undefined;
    const { organizations } = parseCertificate(der!, "the client certificate");
    const user: User = {
      name: /^CN=(.*)$/m.exec(new X509Certificate(der!).subject)?.[1] ?? "",
      groups: [...organizations, "system:authenticated"],
    };
    this.#users.set(socket, user);
    this.#accept(socket);
    return user;
  }
}

/** Returns the URL of a request; null for an invalid one. */
function toUrl({ url = "/" }: IncomingMessage): URL | null {
  // A path may begin with two slashes, which a relative URL would take for a host.
  return url.startsWith("/") ? URL.parse(`https://sandbox${url}`) : URL.parse(url);
}

function remoteName({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Reads a body; undefined when it exceeds the limit. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // The rest is read and dropped, so that the client receives the response.
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) return undefined;
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
