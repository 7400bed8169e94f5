/**
 * Tunnels through the proxies of nodes: HTTP CONNECT, also over TLS, and SOCKS5.
 *
 * @module
 */
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { raceWithAbort } from "../async/deadline.ts";
import { proxyAddress } from "../platform/proxy_url.ts";
import { connectNodeTls } from "../platform/tls/connect_node.ts";
import { readRuntimeRoots } from "../platform/tls/runtime_roots.ts";
import { waitForSocketEvent } from "../platform/socket_event.ts";
import { DialError } from "./dial_error.ts";
import { parseEndpoint } from "./endpoint.ts";
import { openTunnel } from "./proxy.ts";

/** Options of {@linkcode openProxyTunnel}. */
export interface TunnelOptions {
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** Registers what to destroy when the attempt fails. */
  opened(item: { destroy(): void }): void;
}

/** Returns the error of a socket that closes too early. */
const closed = () => new DialError("closed");

/**
 * Connects to an endpoint through a proxy, which resolves its name.
 *
 * @param endpoint `host:port` or `[address]:port`.
 * @throws {Error} when the proxy refuses or violates its protocol.
 */
export async function openProxyTunnel(
  proxy: URL,
  endpoint: string,
  { signal, opened }: TunnelOptions,
): Promise<Socket> {
  const address = proxyAddress(proxy);
  const tcpSocket = connectTcp(address);
  opened(tcpSocket);
  await raceWithAbort(waitForSocketEvent(tcpSocket, "connect", closed), signal);
  if (proxy.protocol.startsWith("socks5")) {
    const { openSocksTunnel } = await import("./socks.ts");
    await raceWithAbort(openSocksTunnel(tcpSocket, proxy, parseEndpoint(endpoint)), signal);
    return tcpSocket;
  }
  if (proxy.protocol === "http:") {
    await raceWithAbort(openTunnel(tcpSocket, proxy, endpoint), signal);
    return tcpSocket;
  }
  const socket = connectNodeTls({
    socket: tcpSocket,
    ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
    ca: [...await readRuntimeRoots()],
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    host: address.host,
  });
  opened(socket);
  await raceWithAbort(waitForSocketEvent(socket, "secureConnect", closed), signal);
  await raceWithAbort(openTunnel(socket, proxy, endpoint), signal);
  return socket;
}
