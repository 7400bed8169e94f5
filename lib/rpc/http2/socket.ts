/**
 * How a connection reads and ends its socket.
 *
 * @module
 */
import type { Duplex } from "node:stream";
import type { Intake } from "./connection_options.ts";

/** What a socket reads, as it emits it. */
export function socketIntake(socket: Duplex): Intake {
  return { forward: (receive) => void socket.on("data", receive) };
}

/** Time for a peer to take what was said last, milliseconds. */
const LINGER = 5_000;

/**
 * Closes the socket once the peer has taken everything, or has not for too long.
 *
 * @param pending whether there is something left that the peer has to take.
 */
export function hangUp(socket: Duplex, pending: boolean): void {
  socket.end(() => socket.destroy());
  if (!pending || socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => clearTimeout(timer));
}
