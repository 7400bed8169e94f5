/**
 * Retrieves a server's certificate without verifying it, to describe why verification failed.
 *
 * @module
 */
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../platform/system.ts";
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import type { Address } from "./endpoint.ts";
import { openTunnel, proxyAddress } from "./proxy.ts";

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

/** Returns the server's certificate, DER, or undefined when the handshake fails. */
export async function probeCertificate(target: ProbeTarget): Promise<Uint8Array | undefined> {
  const { address, proxy } = target;
  using bound = createDeadline({
    clock: target.clock,
    ms: PROBE_TIMEOUT_MS,
    signals: [target.signal],
    expired: () => new Error("the probe timed out"),
  });
  const tcpSocket = proxy === undefined
    ? connectTcp({ host: address.host, port: address.port })
    : connectTcp(proxyAddress(proxy));
  try {
    if (proxy !== undefined) {
      await raceWithAbort(openTunnel(tcpSocket, proxy, target.endpoint), bound.signal);
    }
    const socket = connectTls({
      socket: tcpSocket,
      ...(address.ip ? {} : { servername: address.host }),
      ALPNProtocols: ["h2"],
      rejectUnauthorized: false,
      // The default roots may be disabled (lib/platform/strict_tls.ts).
      ca: [],
    });
    try {
      const secured = new Promise<void>((resolve, reject) => {
        socket.once("secureConnect", () => resolve());
        socket.on("error", reject);
        tcpSocket.on("error", reject);
        socket.once("close", () => reject(new Error("closed")));
      });
      await raceWithAbort(secured, bound.signal);
      const raw: Uint8Array | undefined = socket.getPeerCertificate(false)?.raw;
      return raw;
    } finally {
      socket.destroy();
    }
  } catch {
    // The probe only adds detail to an error that is reported anyway.
    return undefined;
  } finally {
    tcpSocket.destroy();
  }
}
