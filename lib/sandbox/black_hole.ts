/**
 * A port that accepts connections and never sends data, which simulates a network partition as
 * closely as loopback allows.
 *
 * @module
 */
import { acceptConnections } from "../platform/accept_connections.ts";
import { wallClock } from "../platform/wall_clock.ts";
import type { NodeSocket } from "./addresses.ts";

/** Most connections; the oldest gives way. */
const MOST = 128;
/** Attempts to bind a port that was just released, and their interval in milliseconds. */
const ATTEMPTS = 100;
const RETRY_MS = 20;

/** A black hole, which listens until it is closed. */
export class BlackHole {
  readonly #listener: Deno.TcpListener;
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #ended: Promise<void>;

  private constructor(listener: Deno.TcpListener) {
    this.#listener = listener;
    this.#ended = this.#accept();
  }

  /**
   * Binds a port. The runtime may release the port of a closed server late, so binding is retried
   * for two seconds.
   *
   * @throws {Deno.errors.AddrInUse} When another process uses the port.
   */
  static async open({ address, port }: NodeSocket): Promise<BlackHole> {
    for (let attempt = 1;; attempt++) {
      try {
        return new BlackHole(Deno.listen({ hostname: address, port }));
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || attempt === ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #accept(): Promise<void> {
    return acceptConnections(this.#listener, wallClock, (connection) => {
      this.#connections.add(connection);
      const [oldest] = this.#connections;
      if (this.#connections.size <= MOST) return;
      this.#connections.delete(oldest!);
      oldest!.close();
    });
  }

  /** Closes the port and all connections. */
  async close(): Promise<void> {
    this.#listener.close();
    await this.#ended;
    for (const connection of this.#connections) connection.close();
  }
}
