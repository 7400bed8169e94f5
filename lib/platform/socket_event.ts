/**
 * Events of sockets.
 *
 * @module
 */
import type { Socket } from "node:net";

/**
 * Resolves at the event; rejects when the socket fails or closes first.
 *
 * @param closed Returns the error of a socket that closes.
 */
export function waitForSocketEvent(
  socket: Socket,
  name: "connect" | "secureConnect",
  closed: () => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    // The listener stays, so that an error after the event is not an uncaught one.
    socket.on("error", reject);
    socket.once("close", () => reject(closed()));
  });
}
