/**
 * A gRPC server without services: one function handles the calls of every path, as raw bytes.
 *
 * @module
 */
import { createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import type { ConnectionLimit } from "./connection_limit.ts";
import { isIssuedBy, isValidAt } from "./certificate.ts";
import { toPkcs8Label } from "../pki/pem.ts";
import { wallClock } from "../platform/wall_clock.ts";
import { Connection } from "./http2/connection.ts";
import { ErrorCode } from "./http2/errors.ts";
import { type Answer, type Dispatch, type IncomingCall, ServerCall } from "./server_call.ts";
import type { OutgoingMessage, Peer } from "./server_call.ts";
import { keepAccepting } from "./keep_accepting.ts";
import { RECEIVE_LIMIT } from "./message_reader.ts";
import { createReadControl, NODE_WRITES } from "./node_stream.ts";
import { CONNECTION_WINDOW, FRAME_SIZE, HEADER_LIMIT } from "./tuning.ts";
import { MAX_STREAMS, SERVER_RECEIVE_BUDGET, STREAM_WINDOW } from "./tuning.ts";

export type { Answer, Dispatch, IncomingCall, OutgoingMessage, Peer };

/** Certificate of a server and accepted CAs. */
export interface ServerCredentials {
  /** Certificate chain, PEM. */
  cert: string;
  /** Key, PEM. */
  key: string;
  /**
   * CAs of client certificates, concatenated PEM: every client must present a certificate. Without it
   * no certificate is requested.
   */
  clientCa?: string;
}

/** Options of a server; without credentials, connections are not encrypted. */
export interface ServerOptions extends Partial<ServerCredentials> {
  /** Whether HTTP/2 is negotiated by ALPN; default true. Talos nodes before v1.8.2 do not. */
  alpn?: boolean;
  /** Largest request message accepted, bytes; default 32 MiB. */
  receiveLimit?: number;
  /** Limits the connections of this and other servers; default: none. */
  connections?: ConnectionLimit;
  /** Returns whether to accept a connection, before its first call is read. */
  admit?: (peer: Peer) => boolean | Promise<boolean>;
  /**
   * Receives unexpected exceptions and their origin: the path of the call, which ends with Unknown,
   * or `connection from …`, which is closed.
   */
  onInternalError?: (error: unknown, origin: string) => void;
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
   * Stops listening and closes the connections: `graceful` after the open calls, `immediate` at once.
   * Resolves when all connections are closed.
   */
  stop(how: "graceful" | "immediate"): Promise<void>;
  /** Closes every connection without GOAWAY; the server keeps listening. */
  disconnectAll(): void;
  /** Replaces certificate and accepted CAs for new connections; open ones remain. */
  setCredentials(credentials: ServerCredentials): void;
}

/** Creates a server; see {@linkcode Server}. */
export function createServer(options: ServerOptions, dispatch: Dispatch): Server {
  const sockets = new Map<Socket, Connection | undefined>();
  const { cert, key } = options;
  let { clientCa } = options;
  const mutual = clientCa !== undefined;
  const tlsServer = cert === undefined || key === undefined ? undefined : createTlsServer({
    ...toSecureContext({ ...options, cert, key }),
    requestCert: mutual,
    rejectUnauthorized: mutual,
    minVersion: MIN_VERSION,
    ...(options.alpn === false ? {} : { ALPNProtocols: ["h2"] }),
    noDelay: true,
  });
  const server = tlsServer ?? createTcpServer({ noDelay: true });
  let isStopping = false;

  /** The TCP sockets by their peer, to close those that never finish the TLS handshake too. */
  const tcpSockets = new Map<string, Socket>();
  server.on("connection", (tcpSocket: Socket) => {
    const name = remoteName(tcpSocket);
    tcpSockets.set(name, tcpSocket);
    options.connections?.add(tcpSocket);
    tcpSocket.once("close", () => {
      if (tcpSockets.get(name) === tcpSocket) tcpSockets.delete(name);
    });
  });
  server.on(tlsServer === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.once("close", () => sockets.delete(socket));
    serve(socket).catch((error) => {
      reportConnection(socket, error);
      socket.destroy();
    });
  });
  const reportConnection = (socket: Socket, error: unknown) =>
    options.onInternalError?.(
      error,
      `connection from ${socket.remoteAddress}:${socket.remotePort}`,
    );
  const serve = async (socket: Socket): Promise<void> => {
    const peer: Peer = {
      address: socket.remoteAddress ?? "",
      port: socket.remotePort ?? 0,
      certificate: mutual ? certificateOf(socket as TLSSocket) : undefined,
    };
    const isAllowed = tlsServer === undefined || isAcceptable(socket as TLSSocket, clientCa);
    socket.on("error", () => {}); // a Connection adds its own listener
    const isAdmitted = isAllowed && (options.admit === undefined || await options.admit(peer));
    if (!isAdmitted || isStopping || socket.destroyed) {
      socket.destroy();
      return;
    }
    const tcpSocket = tcpSockets.get(remoteName(socket));
    if (tcpSocket !== undefined) {
      if (mutual) options.connections?.authenticated(tcpSocket);
      else options.connections?.admitted(tcpSocket);
    }
    let running = 0;
    const connection: Connection = new Connection(socket, {
      role: "server",
      reads: createReadControl(socket),
      writes: NODE_WRITES,
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      receiveBudget: SERVER_RECEIVE_BUDGET,
      frameSize: FRAME_SIZE,
      headerLimit: HEADER_LIMIT,
      maxStreams: MAX_STREAMS,
      onStream: (stream, fields) => {
        // The handler of a reset stream may still run, though the stream does not count any more.
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
  // A failed handshake is an error of the client, which has received the alert.
  server.on("tlsClientError", () => {});

  const destroyAll = () => {
    for (const [socket, connection] of sockets) {
      connection?.destroy();
      socket.destroy();
    }
    for (const tcpSocket of tcpSockets.values()) tcpSocket.destroy();
  };
  return {
    listen: (address, port) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, address, () => {
          server.off("error", reject);
          keepAccepting(server);
          const bound = server.address();
          resolve({
            address,
            port: typeof bound === "object" && bound !== null ? bound.port : port,
          });
        });
      }),
    stop: (how) =>
      new Promise((resolve) => {
        isStopping = true;
        server.close(() => resolve());
        if (how === "immediate") destroyAll();
        else {
          for (const [socket, connection] of sockets) {
            if (connection === undefined) socket.destroy();
            else connection.shutdown();
          }
          // Connections without a finished TLS handshake have no calls.
          const secured = new Set([...sockets.keys()].map(remoteName));
          for (const [name, tcpSocket] of tcpSockets) {
            if (!secured.has(name)) tcpSocket.destroy();
          }
        }
      }),
    disconnectAll: destroyAll,
    setCredentials: (credentials) => {
      if ((credentials.clientCa !== undefined) !== mutual) {
        throw new RangeError("Client authentication cannot be switched");
      }
      ({ clientCa } = credentials);
      tlsServer?.setSecureContext({ ...toSecureContext(credentials), minVersion: MIN_VERSION });
    },
  };
}

const MIN_VERSION = "TLSv1.2";

function toSecureContext({ cert, key, clientCa }: ServerCredentials) {
  return { cert, key: toPkcs8Label(key), ...(clientCa === undefined ? {} : { ca: clientCa }) };
}

/** Returns whether a TLS connection carries HTTP/2 of an authenticated client. */
function isAcceptable(socket: TLSSocket, clientCa: string | undefined): boolean {
  // A client without ALPN is accepted.
  return (socket.alpnProtocol === "h2" || socket.alpnProtocol === false) &&
    isAuthenticated(socket, clientCa);
}

/**
 * Returns whether the client presented a certificate of `clientCa`. TLS verifies it in a full
 * handshake only, and the runtime resumes a session of one server of the process with another one,
 * which may have requested no certificate or trusted another CA.
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
