/**
 * A TCP server that relays each connection to another address.
 *
 * @module
 */
import { acceptConnections } from "../platform/accept_connections.ts";
import { wallClock } from "../platform/wall_clock.ts";
import type { NodeSocket } from "./addresses.ts";

/** Relays connections. */
export class TcpRelay {
  readonly #own: NodeSocket;
  readonly #target: NodeSocket | (() => NodeSocket | undefined);
  readonly #connections = new Set<Deno.TcpConn>();
  #listener: Deno.TcpListener | undefined;

  /** @param target The other address; undefined where none serves, which closes the connection. */
  constructor(own: NodeSocket, target: NodeSocket | (() => NodeSocket | undefined)) {
    this.#own = own;
    this.#target = target;
  }

  /** @throws {Deno.errors.AddrInUse} When another process uses the port. */
  listen(): Promise<void> {
    const { address, port } = this.#own;
    const listener = Deno.listen({ hostname: address, port });
    this.#listener = listener;
    void acceptConnections(listener, wallClock, (connection) => void this.#relay(connection));
    return Promise.resolve();
  }

  /** The port that it listens on. */
  get port(): number {
    return this.#listener?.addr.port ?? this.#own.port;
  }

  async #relay(client: Deno.TcpConn): Promise<void> {
    const socket = typeof this.#target === "function" ? this.#target() : this.#target;
    this.#connections.add(client);
    let target: Deno.TcpConn | undefined;
    try {
      if (socket === undefined) return;
      const { address, port } = socket;
      target = await Deno.connect({ hostname: address, port });
      this.#connections.add(target);
      await Promise.all([
        client.readable.pipeTo(target.writable),
        target.readable.pipeTo(client.writable),
      ]);
    } catch {
      // Either side closed or reset the connection; the client sees its end.
    } finally {
      for (const one of [client, target]) if (one !== undefined) this.#close(one);
    }
  }

  #close(connection: Deno.TcpConn): void {
    if (!this.#connections.delete(connection)) return;
    try {
      connection.close();
    } catch (error) {
      // The pipe has closed it.
      if (!(error instanceof Deno.errors.BadResource)) throw error;
    }
  }

  /** Closes all connections and stops listening. */
  stop(): Promise<void> {
    this.#listener?.close();
    for (const connection of [...this.#connections]) this.#close(connection);
    return Promise.resolve();
  }
}
