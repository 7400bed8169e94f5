/**
 * Looks at a server's certificate without trusting it, to say what is wrong with it.
 *
 * @module
 */
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../platform/system.ts";
import { abortable, limit } from "./deadline.ts";
import type { Address } from "./endpoint.ts";
import { proxyAddress, tunnel } from "./proxy.ts";

/** What a probe needs to know. */
export interface ProbeTarget {
  endpoint: string;
  address: Address;
  clock: Clock;
  proxy: URL | undefined;
  signal: AbortSignal;
}

/** Longest time of a probe, milliseconds. */
const PROBE_TIMEOUT = 2000;

/** The server's certificate, DER, or undefined when it cannot be had. Nothing is sent to it. */
export async function probeCertificate(target: ProbeTarget): Promise<Uint8Array | undefined> {
  const { address, proxy } = target;
  using bound = limit([target.signal], PROBE_TIMEOUT, target.clock, {
    cancelled: (signal) => signal.reason,
    expired: () => new Error("the probe took too long"),
  });
  const carrier = proxy === undefined
    ? connectTcp({ host: address.host, port: address.port })
    : connectTcp(proxyAddress(proxy));
  try {
    if (proxy !== undefined) await abortable(tunnel(carrier, proxy, target.endpoint), bound.signal);
    const socket = connectTls({
      socket: carrier,
      ...(address.ip ? {} : { servername: address.host }),
      ALPNProtocols: ["h2"],
      rejectUnauthorized: false,
    });
    try {
      const secured = new Promise<void>((resolve, reject) => {
        socket.once("secureConnect", () => resolve());
        socket.on("error", reject);
        carrier.on("error", reject);
        socket.once("close", () => reject(new Error("closed")));
      });
      await abortable(secured, bound.signal);
      const raw: Uint8Array | undefined = socket.getPeerCertificate(false)?.raw;
      return raw;
    } finally {
      socket.destroy();
    }
  } catch {
    // The probe only adds detail to an error that is reported anyway.
    return undefined;
  } finally {
    carrier.destroy();
  }
}
