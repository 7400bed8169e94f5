/**
 * A port that takes connections and never says a word on them: what a machine behind a dead network
 * looks like to who has connected before, as near as a loopback address comes to it.
 *
 * @module
 */
import type { NodeSocket } from "./addresses.ts";

/** How often, and how many milliseconds apart, a port is tried that was just let go. */
const TRIES = 100;
const PAUSE_MS = 20;

/** Listens from its creation on until it is closed. */
export class BlackHole {
  readonly #listener: Deno.TcpListener;
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #ended: Promise<void>;

  private constructor(listener: Deno.TcpListener) {
    this.#listener = listener;
    this.#ended = this.#swallow();
  }

  /**
   * Takes a port over. The runtime may let the descriptor of a closed server go a moment after it
   * has said that the server is closed, so a taken port is tried again for two seconds.
   *
   * @throws {Deno.errors.AddrInUse} when somebody else has it.
   */
  static async open({ address, port }: NodeSocket): Promise<BlackHole> {
    for (let tries = 1;; tries++) {
      try {
        return new BlackHole(Deno.listen({ hostname: address, port }));
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
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
