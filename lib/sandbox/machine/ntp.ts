/**
 * Asks a time server what time it is.
 *
 * @module
 */
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { formatDuration } from "../../output/duration.ts";
import { answerTime, type Moment, question } from "./ntp_packet.ts";

const PORT = 123;
/** How long a server may take to answer, milliseconds. */
const PATIENCE_MS = 5000;

/** How to ask, where the defaults do not do. */
export interface QueryOptions {
  /** Gives up early. */
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly patience?: number;
}

/**
 * The time of `server`: a name or address, with a port (`host:port`, `[v6]:port`) if it is not 123.
 *
 * @throws {Error} when the server cannot be reached, is silent, or does not know the time.
 */
export async function queryTime(server: string, options: QueryOptions): Promise<Moment> {
  const { host, port } = parseServer(server);
  const { address, family } = await lookup(host);
  const cookie = crypto.getRandomValues(new Uint8Array(8));
  const packet = await exchange(address, family, port, question(cookie), options);
  return answerTime(packet, cookie);
}

/** Splits off the port. A bare IPv6 address has none. */
export function parseServer(server: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]+))?$/.exec(server) ?? [];
  return { host: bracketed ?? plain ?? server, port: Number(port ?? PORT) };
}

async function exchange(
  address: string,
  family: number,
  port: number,
  packet: Uint8Array,
  { signal, patience = PATIENCE_MS }: QueryOptions,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  const cancel = () => reject(new Error("context canceled"));
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${formatDuration(patience)}`)),
    patience,
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
