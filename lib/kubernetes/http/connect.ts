/**
 * Connects to an API server: TCP or proxy, TLS, server identity.
 *
 * @module
 */
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import type { Clock, Environment } from "../../platform/system.ts";
import { connectNodeTls } from "../../platform/tls/connect_node.ts";
import { waitForSocketEvent } from "../../platform/socket_event.ts";
import { matchesHost } from "../../rpc/certificate.ts";
import type { Address } from "../../rpc/endpoint.ts";
import { GatedSocket, inheritGate } from "../../rpc/gated_socket.ts";
import { proxyFor } from "../../rpc/proxy.ts";
import { openProxyTunnel } from "../../rpc/proxy_tunnel.ts";
import type { ConnectionSettings } from "../kubeconfig/types.ts";
import { ConnectError, describeConnectError, type Phase } from "./connect_error.ts";

/** Returns the error of a socket that closes too early. */
const closed = () => new ConnectError("closed");

/** Options of {@linkcode connect}. */
export interface ConnectOptions {
  readonly clock: Clock;
  readonly env: Environment;
  /** Time limit, milliseconds. */
  readonly timeoutMs: number;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** The client certificate; an exec plugin's may differ from the settings. */
  readonly certificate: ConnectionSettings["certificate"];
}

/** Idle time before TCP keepalive probes, milliseconds. */
const KEEPALIVE_MS = 30_000;

/** Returns host and port of a server. */
export function addressOf({ hostname, port, protocol }: URL): Address {
  const host = hostname.replace(/^\[|\]$/g, "");
  const usual = protocol === "http:" ? 80 : 443;
  return { host, port: Number(port || usual), ip: isIP(host) !== 0 };
}

/**
 * Connects to the server of the settings.
 *
 * @throws {OsctlError} of kind `connection`, with the server and the reason.
 */
export async function connect(
  settings: ConnectionSettings,
  { clock, env, timeoutMs, signal: cancelled, certificate }: ConnectOptions,
): Promise<Socket> {
  const address = addressOf(settings.server);
  const endpoint = address.host.includes(":")
    ? `[${address.host}]:${address.port}`
    : `${address.host}:${address.port}`;
  const proxy = settings.proxy ??
    (settings.server.protocol === "https:" ? proxyFor(endpoint, env) : undefined);
  const opened: { destroy(): void }[] = [];
  let phase: Phase = proxy === undefined ? "connect" : "proxy";
  using deadline = createDeadline({
    clock,
    ms: timeoutMs,
    signals: [cancelled],
    expired: () => new ConnectError("timeout"),
  });
  const { signal } = deadline;
  try {
    const tcpSocket = proxy === undefined
      ? connectTcp(address)
      : await openProxyTunnel(proxy, endpoint, { signal, opened: (item) => opened.push(item) });
    if (proxy === undefined) {
      opened.push(tcpSocket);
      await raceWithAbort(waitForSocketEvent(tcpSocket, "connect", closed), signal);
    }
    tcpSocket.setNoDelay(true);
    tcpSocket.setKeepAlive(true, KEEPALIVE_MS);
    if (settings.server.protocol === "http:") return tcpSocket;
    phase = "tls";
    const gated = new GatedSocket(tcpSocket);
    opened.push(gated);
    const tlsSocket = openTls(gated, settings, certificate, address);
    opened.push(tlsSocket);
    inheritGate(tlsSocket, gated);
    await raceWithAbort(waitForSocketEvent(tlsSocket, "secureConnect", closed), signal);
    checkIdentity(tlsSocket, settings, address);
    return tlsSocket;
  } catch (error) {
    for (const socket of opened.reverse()) socket.destroy();
    throw describeConnectError(error, {
      endpoint,
      address,
      settings,
      phase,
      timeoutMs,
      proxy,
      signal: cancelled,
    });
  }
}

function openTls(
  socket: GatedSocket,
  { ca, insecure = false, serverName }: ConnectionSettings,
  certificate: ConnectionSettings["certificate"],
  { host, ip }: Address,
): TLSSocket {
  const name = serverName ?? (ip ? undefined : host);
  return connectNodeTls({
    // Declared as a TCP socket; any stream is accepted.
    socket: socket as Duplex as Socket,
    // Without a CA, node:tls uses the public roots.
    ca: ca ?? [],
    ...(certificate === undefined ? {} : { cert: certificate.crt, key: certificate.key }),
    ...(name === undefined || isIP(name) !== 0 ? {} : { servername: name }),
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    rejectUnauthorized: !insecure,
    // checkIdentity does it: the library also accepts common names.
    checkServerIdentity: () => undefined,
  });
}

/** Checks the name in the server certificate, before anything is sent. */
function checkIdentity(
  socket: TLSSocket,
  { insecure = false, serverName }: ConnectionSettings,
  address: Address,
): void {
  if (insecure) return;
  const { raw } = socket.getPeerCertificate(false);
  const expected = serverName === undefined
    ? address
    : { host: serverName, port: address.port, ip: isIP(serverName) !== 0 };
  if (!matchesHost(raw, expected)) throw new ConnectError("identity", raw);
}
