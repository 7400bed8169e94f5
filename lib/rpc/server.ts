/**
 * A gRPC server without services: one function handles the calls of every path, as raw bytes. The
 * embedded node builds its API and its proxy on it.
 *
 * @module
 */
import type { Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { isIssuedBy, isValidAt } from "./certificate.ts";
import { toPkcs8Label } from "../pki/pem.ts";
import { wallClock } from "../platform/wall_clock.ts";
import { Connection } from "./http2/connection.ts";
import { ErrorCode } from "./http2/errors.ts";
import { type Answer, type Dispatch, type IncomingCall, ServerCall } from "./server_call.ts";
import type { OutgoingMessage, Peer } from "./server_call.ts";
import { RECEIVE_LIMIT } from "./message_reader.ts";
import { CONNECTION_WINDOW, FRAME_SIZE, HEADER_LIMIT } from "./tuning.ts";
import { MAX_STREAMS, SERVER_RECEIVE_BUDGET, STREAM_WINDOW } from "./tuning.ts";

export type { Answer, Dispatch, IncomingCall, OutgoingMessage, Peer };

/** Options of a server. */
export interface ServerOptions {
  /** Certificate chain, PEM. */
  cert: string;
  /** Key, PEM. */
  key: string;
  /**
   * Authorities of client certificates, PEM; every client must present one. Without it none is
   * requested.
   */
  clientCa?: string;
  /** Negotiates HTTP/2 by ALPN, unless false: as Talos nodes before v1.8.2, which negotiate none. */
  alpn?: boolean;
  /** Largest request message accepted, bytes; default 32 MiB. */
  receiveLimit?: number;
  /** Accepts or closes a connection before its first call is read. */
  admit?: (peer: Peer) => boolean | Promise<boolean>;
  /**
   * Receives unexpected exceptions: those of the dispatch, which end their call, with the call's
   * path; and those in handling a connection, which end that connection, with `connection from …`.
   */
  onInternalError?: (error: unknown, path: string) => void;
}

/** A server; it can be started once. */
export interface Server {
  /**
   * Starts listening.
   *
   * @param port 0 for any free one.
   * @returns the address and port in use.
   * @throws {Error} of Node's kind, with a `code` such as `EADDRINUSE`.
   */
  listen(address: string, port: number): Promise<{ address: string; port: number }>;
  /**
   * Stops listening and ends the connections: `graceful` lets open calls finish first, otherwise
   * they are cut off. Resolves when everything has ended.
   */
  stop(how: "graceful" | "immediate"): Promise<void>;
  /** Closes every connection without GOAWAY; the server keeps listening. */
  disconnectAll(): void;
}

/** Creates a server; see {@linkcode Server}. */
export function createServer(options: ServerOptions, dispatch: Dispatch): Server {
  const sockets = new Map<TLSSocket, Connection | undefined>();
  const mutual = options.clientCa !== undefined;
  const server = createTlsServer({
    cert: options.cert,
    key: toPkcs8Label(options.key),
    ...(options.clientCa === undefined ? {} : { ca: options.clientCa }),
    requestCert: mutual,
    rejectUnauthorized: mutual,
    minVersion: "TLSv1.2",
    ...(options.alpn === false ? {} : { ALPNProtocols: ["h2"] }),
    noDelay: true,
  });
  let stopping = false;

  /** Connections below TLS, so that one that never finishes its handshake can be ended too. */
  const carriers = new Set<Socket>();
  server.on("connection", (carrier: Socket) => {
    carriers.add(carrier);
    carrier.once("close", () => carriers.delete(carrier));
  });
  server.on("secureConnection", (socket: TLSSocket) => {
    sockets.set(socket, undefined);
    socket.once("close", () => sockets.delete(socket));
    serve(socket).catch((error) => {
      reportConnection(socket, error);
      socket.destroy();
    });
  });
  const reportConnection = (socket: TLSSocket, error: unknown) =>
    options.onInternalError?.(
      error,
      `connection from ${socket.remoteAddress}:${socket.remotePort}`,
    );
  const serve = async (socket: TLSSocket): Promise<void> => {
    const peer: Peer = {
      address: socket.remoteAddress ?? "",
      port: socket.remotePort ?? 0,
      certificate: mutual ? certificateOf(socket) : undefined,
    };
    // Clients that name protocols must name this one; those that name none get the benefit.
    const speaks = (socket.alpnProtocol === "h2" || socket.alpnProtocol === false) &&
      isAuthenticated(socket, options.clientCa);
    socket.on("error", () => {}); // a Connection adds its own listener
    const admitted = speaks && (options.admit === undefined || await options.admit(peer));
    if (!admitted || stopping || socket.destroyed) {
      socket.destroy();
      return;
    }
    let running = 0;
    const connection: Connection = new Connection(socket, {
      role: "server",
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      receiveBudget: SERVER_RECEIVE_BUDGET,
      frameSize: FRAME_SIZE,
      headerLimit: HEADER_LIMIT,
      maxStreams: MAX_STREAMS,
      onStream: (stream, fields) => {
        // A stream that was reset counts no more, but what answers it may still be at work.
        if (running >= MAX_STREAMS) return stream.reset(ErrorCode.refusedStream);
        const call = new ServerCall(stream, fields, {
          peer,
          receiveLimit: options.receiveLimit ?? RECEIVE_LIMIT,
          abortConnection: () => connection.destroy(),
          onInternalError: options.onInternalError,
        });
        running++;
        call.run(dispatch).catch((error) => {
          reportConnection(socket, error);
          connection.destroy();
        }).finally(() => running--);
      },
      onInternalError: (error) => reportConnection(socket, error),
    });
    sockets.set(socket, connection);
  };
  // TLS has sent the alert; a failed handshake is no error of the server.
  server.on("tlsClientError", () => {});

  const cut = () => {
    for (const [socket, connection] of sockets) {
      connection?.destroy();
      socket.destroy();
    }
    for (const carrier of carriers) carrier.destroy();
  };
  return {
    listen: (address, port) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, address, () => {
          server.off("error", reject);
          const bound = server.address();
          resolve({
            address,
            port: typeof bound === "object" && bound !== null ? bound.port : port,
          });
        });
      }),
    stop: (how) =>
      new Promise((resolve) => {
        stopping = true;
        server.close(() => resolve());
        if (how === "immediate") cut();
        else {
          for (const [socket, connection] of sockets) {
            if (connection === undefined) socket.destroy();
            else connection.shutdown();
          }
          // Connections that have not finished the TLS handshake have no call to wait for.
          const secured = new Set([...sockets.keys()].map(remoteName));
          for (const carrier of carriers) if (!secured.has(remoteName(carrier))) carrier.destroy();
        }
      }),
    disconnectAll: cut,
  };
}

/**
 * Whether the client has shown what `clientCa` asks for. TLS has checked it in a full handshake, but
 * not when it resumes a session, and the runtime lets a session of one server of the process be
 * resumed with another, which may have asked for no certificate or trusted another authority.
 */
function isAuthenticated(socket: TLSSocket, clientCa: string | undefined): boolean {
  if (clientCa === undefined) return true;
  const certificate = certificateOf(socket);
  if (certificate === undefined) return false;
  if (!socket.isSessionReused()) return socket.authorized;
  return isIssuedBy(certificate, clientCa) && isValidAt(certificate, wallClock.now());
}

function remoteName({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function certificateOf(socket: TLSSocket): Uint8Array | undefined {
  const raw: Uint8Array | undefined = socket.getPeerCertificate(false)?.raw;
  return raw === undefined ? undefined : new Uint8Array(raw);
}
