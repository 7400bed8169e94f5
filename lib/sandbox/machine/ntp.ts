/**
 * NTP client.
 *
 * @module
 */
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { formatDuration } from "../../output/duration.ts";
import { encodeRequest, parseResponse, type Timestamp } from "./ntp_packet.ts";

const PORT = 123;
/** Time limit of a query, milliseconds. */
const TIMEOUT_MS = 5000;

/** Options of a query. */
export interface QueryOptions {
  /** Cancels the query. */
  readonly signal: AbortSignal;
  /** Time limit, milliseconds; default 5000. */
  readonly timeoutMs?: number;
}

/**
 * Queries the time of `server`: a host name or address, with optional port (`host:port`,
 * `[v6]:port`; default 123).
 *
 * @throws {Error} When the server is unreachable, does not respond in time, or is not synchronized.
 */
export async function queryTime(server: string, options: QueryOptions): Promise<Timestamp> {
  const { host, port } = parseServer(server);
  const { address, family } = await lookup(host);
  const cookie = crypto.getRandomValues(new Uint8Array(8));
  const packet = await exchange(address, family, port, encodeRequest(cookie), options);
  return parseResponse(packet, cookie);
}

/** Splits host and port. A bare IPv6 address has no port. */
export function parseServer(server: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]+))?$/.exec(server) ?? [];
  return { host: bracketed ?? plain ?? server, port: Number(port ?? PORT) };
}

async function exchange(
  address: string,
  family: number,
  port: number,
  packet: Uint8Array,
  { signal, timeoutMs = TIMEOUT_MS }: QueryOptions,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  const cancel = () => reject(new Error("context canceled"));
  const timer = setTimeout(
    () => reject(new Error(`no response within ${formatDuration(timeoutMs)}`)),
    timeoutMs,
  );
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  socket.on("error", reject);
  socket.on("message", (message: Uint8Array) => resolve(message));
  try {
    socket.send(packet, port, address, (error) => error && reject(error));
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    await new Promise<void>((closed) => socket.close(() => closed()));
  }
}
