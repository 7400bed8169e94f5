/**
 * A port that accepts connections and never sends data, which simulates a network partition as
 * closely as loopback allows.
 *
 * @module
 */
import { acceptConnections } from "../platform/accept_connections.ts";
import { wallClock } from "../platform/wall_clock.ts";
import type { NodeSocket } from "./addresses.ts";
import { bindPort } from "./bind_port.ts";

/** Maximum number of connections; the oldest is closed for a new one. */
const MAX_CONNECTIONS = 128;

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
   * Binds a port.
   *
   * @throws {Deno.errors.AddrInUse} When another process uses the port.
   */
  static async open(socket: NodeSocket): Promise<BlackHole> {
    return new BlackHole(await bindPort(socket));
  }

  #accept(): Promise<void> {
    return acceptConnections(this.#listener, wallClock, (connection) => {
      this.#connections.add(connection);
      const [oldest] = this.#connections;
      if (this.#connections.size <= MAX_CONNECTIONS) return;
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
