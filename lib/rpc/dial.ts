/**
 * Connects to an endpoint: TCP or proxy tunnel, TLS, server identity, HTTP/2 settings.
 *
 * @module
 */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Clock } from "../platform/system.ts";
import { wallClock } from "../platform/wall_clock.ts";
import { fingerprint, isValidAt, matchesHost } from "./certificate.ts";
import { type Credentials, toTlsCredentials } from "./credentials.ts";
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { describeDialError, DialError, type Phase } from "./dial_error.ts";
import { type Address, parseEndpoint } from "./endpoint.ts";
import { Connection } from "./http2/connection.ts";
import { openTunnel, proxyAddress } from "./proxy.ts";
import { ReadBuffer } from "./read_buffer.ts";
import { CLIENT_RECEIVE_BUDGET, CONNECTION_WINDOW, FRAME_SIZE } from "./tuning.ts";
import { HEADER_LIMIT, STREAM_WINDOW } from "./tuning.ts";
import type { TlsSettings } from "./types.ts";

/** Options of {@linkcode dial}. */
export interface DialOptions {
  /** Time limit of the whole attempt, milliseconds. */
  connectTimeoutMs: number;
  clock: Clock;
  /** The HTTP proxy; a direct connection when undefined. */
  proxy: URL | undefined;
  /** Aborts the attempt. */
  signal: AbortSignal;
}

/**
 * Connects to an endpoint.
 *
 * @throws {OsctlError} `connection`, with the endpoint and the reason;
 *   `input` when the endpoint, certificate or key is malformed.
 */
export async function dial(
  endpoint: string,
  tls: TlsSettings,
  options: DialOptions,
): Promise<Connection> {
  const address = parseEndpoint(endpoint);
  const credentials = toTlsCredentials(tls);
  const opened: (Socket | Connection)[] = [];
  let phase: Phase = options.proxy === undefined ? "connect" : "proxy";
  using bound = createDeadline({
    clock: options.clock,
    ms: options.connectTimeoutMs,
    signals: [options.signal],
    expired: () => new DialError("timeout"),
  });
  const { signal } = bound;
  try {
    let tcpSocket: Socket | undefined;
    if (options.proxy !== undefined) {
      tcpSocket = connectTcp(proxyAddress(options.proxy));
      opened.push(tcpSocket);
      await raceWithAbort(waitForEvent(tcpSocket, "connect"), signal);
      await raceWithAbort(openTunnel(tcpSocket, options.proxy, endpoint), signal);
      phase = "tls";
    }
    // `onread` is not supported on a TLS socket over another socket.
    const readBuffer = tcpSocket === undefined ? new ReadBuffer() : undefined;
    const socket = openTls(tcpSocket, tls, credentials, address, readBuffer);
    opened.push(socket);
    socket.once("connect", () => phase = "tls");
    await raceWithAbort(waitForEvent(socket, "secureConnect"), signal);
    checkPeer(socket, tls, address);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEPALIVE_MS);
    phase = "preface";
    const connection = new Connection(socket, {
      role: "client",
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      receiveBudget: CLIENT_RECEIVE_BUDGET,
      frameSize: FRAME_SIZE,
      headerLimit: HEADER_LIMIT,
      maxStreams: 0,
      clock: options.clock,
      ...(readBuffer === undefined ? {} : { source: readBuffer }),
    });
    opened.push(connection);
    await raceWithAbort(connection.ready, signal);
    return connection;
  } catch (error) {
    for (const item of opened.reverse()) item.destroy();
    throw await describeDialError(error, { endpoint, address, tls, phase, ...options });
  }
}

/**
 * Idle time before TCP keepalive probes, milliseconds: short enough that NAT and firewalls between
 * retain the connection.
 */
const KEEPALIVE_MS = 30_000;

function openTls(
  tcpSocket: Socket | undefined,
  tls: TlsSettings,
  credentials: Credentials,
  address: Address,
  onread: ReadBuffer | undefined,
): TLSSocket {
  return connectTls({
    ...credentials,
    ...(onread === undefined ? {} : { onread }),
    // Without its own roots a connection shares TLS sessions with connections to other addresses, and
    // a resumed session shows the certificate of the server that issued it.
    ...(tls.insecure === true ? { ca: [] } : {}),
    ...(tcpSocket === undefined
      ? { host: address.host, port: address.port }
      : { socket: tcpSocket }),
    ...(address.ip ? {} : { servername: address.host }),
    ALPNProtocols: ["h2"],
    minVersion: "TLSv1.2",
    rejectUnauthorized: tls.insecure !== true,
    // checkPeer does it: the library compares one spelling of the host only.
    checkServerIdentity: () => undefined,
  });
}

/** The state of a TLS socket after its handshake. */
type Handshake = Pick<TLSSocket, "getPeerCertificate" | "isSessionReused" | "alpnProtocol">;

/**
 * Checks the server's identity after the handshake, before anything is sent. Exported for its test.
 *
 * @throws {DialError} when the server is not the one expected.
 */
export function checkPeer(socket: Handshake, tls: TlsSettings, address: Address): void {
  const { raw } = socket.getPeerCertificate(false);
  const pins = tls.fingerprints ?? [];
  if (tls.insecure !== true) {
    // A resumed session repeats the certificate of its full handshake, which may have expired since.
    if (socket.isSessionReused() && !isValidAt(raw, wallClock.now())) {
      throw new DialError("validity", raw);
    }
    if (!matchesHost(raw, address)) throw new DialError("identity", raw);
  } else if (pins.length > 0 && !pins.includes(fingerprint(raw))) {
    throw new DialError("fingerprint", raw);
  }
  // Talos nodes before v1.8.2 negotiate no protocol; the connection preface shows HTTP/2 then.
  const { alpnProtocol } = socket;
  if (alpnProtocol && alpnProtocol !== "h2") throw new DialError("alpn");
}

/** Resolves at the event; rejects when the socket fails or closes first. */
function waitForEvent(socket: Socket, name: "connect" | "secureConnect"): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    // The listener stays, so that an error after the event is not an uncaught one.
    socket.on("error", reject);
    socket.once("close", () => reject(new DialError("closed")));
  });
}
