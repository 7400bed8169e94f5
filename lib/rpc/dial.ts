/**
 * Gets from an endpoint to a working HTTP/2 connection: address, proxy, TLS, identity, settings.
 *
 * @module
 */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Clock } from "../platform/system.ts";
import { fingerprint, identifies, isValidAt } from "./certificate.ts";
import { wallClock } from "./clock.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { abortable, limit } from "./deadline.ts";
import { DialError, explain, type Phase } from "./dial_error.ts";
import { type Address, parseEndpoint } from "./endpoint.ts";
import { Connection } from "./http2/connection.ts";
import { Intake } from "./intake.ts";
import { proxyAddress, tunnel } from "./proxy.ts";
import { CLIENT_RECEIVE_BUDGET, CONNECTION_WINDOW, FRAME_SIZE } from "./tuning.ts";
import { HEADER_LIMIT, STREAM_WINDOW } from "./tuning.ts";
import type { TlsSettings } from "./types.ts";

/** How to get there. */
export interface DialOptions {
  /** Time for everything together, milliseconds. */
  connectTimeoutMs: number;
  clock: Clock;
  /** The HTTP proxy to go through. */
  proxy: URL | undefined;
  /** Gives up when aborted. */
  signal: AbortSignal;
}

/**
 * Connects to an endpoint.
 *
 * @throws {OsctlError} `connection`, in one sentence that names the endpoint and the reason;
 *   `input` when the endpoint, certificate or key is malformed.
 */
export async function dial(
  endpoint: string,
  tls: TlsSettings,
  options: DialOptions,
): Promise<Connection> {
  const address = parseEndpoint(endpoint);
  const credentials = credentialsOf(tls);
  const opened: (Socket | Connection)[] = [];
  let phase: Phase = options.proxy === undefined ? "reach" : "proxy";
  using bound = limit([options.signal], options.connectTimeoutMs, options.clock, {
    cancelled: (signal) => signal.reason,
    expired: () => new DialError("timeout"),
  });
  const { signal } = bound;
  try {
    let carrier: Socket | undefined;
    if (options.proxy !== undefined) {
      carrier = connectTcp(proxyAddress(options.proxy));
      opened.push(carrier);
      await abortable(event(carrier, "connect"), signal);
      await abortable(tunnel(carrier, options.proxy, endpoint), signal);
      phase = "tls";
    }
    // A socket over another one reads its own way.
    const intake = carrier === undefined ? new Intake() : undefined;
    const socket = secure(carrier, tls, credentials, address, intake);
    opened.push(socket);
    socket.once("connect", () => phase = "tls");
    await abortable(event(socket, "secureConnect"), signal);
    checkPeer(socket, tls, address);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEPALIVE);
    phase = "greet";
    const connection = new Connection(socket, {
      role: "client",
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      receiveBudget: CLIENT_RECEIVE_BUDGET,
      frameSize: FRAME_SIZE,
      headerLimit: HEADER_LIMIT,
      maxStreams: 0,
      clock: options.clock,
      ...(intake === undefined ? {} : { intake }),
    });
    opened.push(connection);
    await abortable(connection.ready, signal);
    return connection;
  } catch (error) {
    for (const thing of opened.reverse()) thing.destroy();
    throw await explain(error, { endpoint, address, tls, phase, ...options });
  }
}

/**
 * Idle time after which the system asks whether the peer still lives, milliseconds: often enough for
 * what sits between to remember the connection.
 */
const KEEPALIVE = 30_000;

function secure(
  carrier: Socket | undefined,
  tls: TlsSettings,
  credentials: Credentials,
  address: Address,
  onread: Intake | undefined,
): TLSSocket {
  return connectTls({
    ...credentials,
    ...(onread === undefined ? {} : { onread }),
    // Without roots of its own a connection would share TLS sessions with those to other addresses,
    // and a resumed session shows the certificate of the server it was made with.
    ...(tls.insecure === true ? { ca: [] } : {}),
    ...(carrier === undefined ? { host: address.host, port: address.port } : { socket: carrier }),
    ...(address.ip ? {} : { servername: address.host }),
    ALPNProtocols: ["h2"],
    minVersion: "TLSv1.2",
    rejectUnauthorized: tls.insecure !== true,
    // Done by checkPeer: the library knows only one spelling of the host.
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
    if (!identifies(raw, address)) throw new DialError("identity", raw);
  } else if (pins.length > 0 && !pins.includes(fingerprint(raw))) {
    throw new DialError("fingerprint", raw);
  }
  // Talos nodes before v1.8.2 negotiate no protocol; the connection preface shows HTTP/2 then.
  const { alpnProtocol } = socket;
  if (alpnProtocol && alpnProtocol !== "h2") throw new DialError("alpn");
}

/** Resolves at the event, rejects when the socket fails or ends before. */
export function event(socket: Socket, name: "connect" | "secureConnect"): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    // The listener stays: an error after the event must not be an uncaught one.
    socket.on("error", reject);
    socket.once("close", () => reject(new DialError("closed")));
  });
}
