/**
 * A port that takes connections and never says a word on them: what a machine behind a dead network
 * looks like to who has connected before, as near as a loopback address comes to it.
 *
 * @module
 */
import type { NodeSocket } from "./addresses.ts";

/** Listens from its creation on until it is closed. */
export class BlackHole {
  readonly #listener: Deno.TcpListener;
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #ended: Promise<void>;

  /** @throws {Deno.errors.AddrInUse} */
  constructor({ address, port }: NodeSocket) {
    this.#listener = Deno.listen({ hostname: address, port });
    this.#ended = this.#swallow();
  }

  async #swallow(): Promise<void> {
    // The iteration ends when the listener is closed.
    for await (const connection of this.#listener) this.#connections.add(connection);
  }

  /** Lets the port go; resolves when it is free. */
  async close(): Promise<void> {
    this.#listener.close();
    await this.#ended;
    for (const connection of this.#connections) connection.close();
  }
}
