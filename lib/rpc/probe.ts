/**
 * Connects once more, to describe why an attempt failed.
 *
 * @module
 */
import { connect as connectTcp, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Clock } from "../platform/system.ts";
import { connectNodeTls, type NodeTlsOptions } from "../platform/tls/connect_node.ts";
import { readRuntimeRoots } from "../platform/tls/runtime_roots.ts";
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { toTlsCredentials } from "./credentials.ts";
import type { Address } from "./endpoint.ts";
import { systemCode } from "./errors.ts";
import { openProxyTunnel } from "./proxy_tunnel.ts";
import { GatedSocket } from "./gated_socket.ts";
import type { TlsSettings } from "./types.ts";

/** The target of a probe. */
export interface ProbeTarget {
  endpoint: string;
  address: Address;
  clock: Clock;
  proxy: URL | undefined;
  signal: AbortSignal;
}

/** Time limit of a probe, milliseconds. */
const PROBE_TIMEOUT_MS = 2000;

/** Accepts any server. */
const UNVERIFIED: NodeTlsOptions = { rejectUnauthorized: false, ca: [] };

/** Returns the certificate of a server, not verified, DER; undefined when the handshake fails. */
export function probeCertificate(target: ProbeTarget): Promise<Uint8Array | undefined> {
  return probe(target, UNVERIFIED, async (socket) => {
    await new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", () => resolve());
      socket.on("error", reject);
      socket.once("close", () => reject(new Error("closed")));
    });
    return socket.getPeerCertificate(false)?.raw;
  });
}

/**
 * Returns the code of the TLS alert with which a server ends a connection on which nothing is sent;
 * undefined without one. After data is sent, the alert can be lost in a reset. Only a verified server
 * receives the client certificate.
 */
export async function probeAlert(
  { tls, ...target }: ProbeTarget & { tls: TlsSettings },
): Promise<string | undefined> {
  const { ca = [...await readRuntimeRoots()], ...own } = toTlsCredentials(tls);
  const credentials = tls.insecure === true ? UNVERIFIED : { ...own, ca, rejectUnauthorized: true };
  return await probe(target, credentials, (socket) =>
    new Promise<string | undefined>((resolve) => {
      socket.on("error", (error) => resolve(systemCode(error)));
      socket.once("close", () => resolve(undefined));
      socket.resume();
    }));
}

async function probe<T>(
  target: ProbeTarget,
  credentials: NodeTlsOptions,
  read: (socket: TLSSocket) => Promise<T>,
): Promise<T | undefined> {
  const { address, proxy } = target;
  using bound = createDeadline({
    clock: target.clock,
    ms: PROBE_TIMEOUT_MS,
    signals: [target.signal],
    expired: () => new Error("the probe timed out"),
  });
  const opened: { destroy(): void }[] = [];
  const register = (item: { destroy(): void }) => void opened.push(item);
  try {
    const tcpSocket = proxy === undefined
      ? connectTcp({ host: address.host, port: address.port })
      : await openProxyTunnel(proxy, target.endpoint, { signal: bound.signal, opened: register });
    register(tcpSocket);
    const socket = connectNodeTls({
      ...credentials,
      socket: proxy?.protocol === "https:"
        ? new GatedSocket(tcpSocket) as Duplex as Socket
        : tcpSocket,
      ...(address.ip ? {} : { servername: address.host }),
      ALPNProtocols: ["h2"],
    });
    try {
      tcpSocket.on("error", (error) => socket.destroy(error));
      return await raceWithAbort(read(socket), bound.signal);
    } finally {
      socket.destroy();
    }
  } catch {
    // The probe only adds detail to an error that is reported anyway.
    return undefined;
  } finally {
    for (const item of opened.reverse()) item.destroy();
  }
}
