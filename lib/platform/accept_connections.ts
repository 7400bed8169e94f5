/**
 * Accepts connections although accepting may fail, as it does without a free descriptor.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";

/** Pause after a failure, milliseconds. */
const PAUSE_MS = 1000;

/**
 * Accepts the connections of a listener until it is closed; after a failure, again after a pause.
 *
 * @throws what `onConnection` throws.
 */
export async function acceptConnections<Connection extends Deno.Conn>(
  listener: { accept(): Promise<Connection> },
  clock: Clock,
  onConnection: (connection: Connection) => void,
): Promise<void> {
  for (;;) {
    let connection: Connection;
    try {
      connection = await listener.accept();
    } catch (error) {
      if (error instanceof Deno.errors.BadResource) return; // closed
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
      continue;
    }
    onConnection(connection);
  }
}
