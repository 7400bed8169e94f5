/**
 * Resumes accepting connections of Node's servers after descriptors ran out.
 *
 * @module
 */
import type { Server } from "node:net";

/** Interval, milliseconds. */
const INTERVAL_MS = 1000;
/** Connections that the system queues before they are accepted; Node's default. */
const BACKLOG = 511;

/** The listening socket below a server, as the runtime implements it. */
interface ListenHandle {
  listen(backlog: number): number;
}

/**
 * Lets a server that listens accept connections again and again: without a free descriptor the
 * runtime stops accepting for good and reports no error. Listening again, which costs a microsecond,
 * resumes it and has no other effect.
 */
export function keepAccepting(server: Server): void {
  const timer = setInterval(() => {
    const { _handle: handle } = server as { readonly _handle?: ListenHandle | null };
    handle?.listen(BACKLOG);
  }, INTERVAL_MS);
  server.once("close", () => clearInterval(timer));
}
