/**
 * Binds the port of a node again.
 *
 * @module
 */
import type { NodeSocket } from "./addresses.ts";

/** Attempts to bind a port that was just released, and their interval in milliseconds. */
const ATTEMPTS = 100;
const RETRY_MS = 20;

/**
 * Binds a port. The runtime may release the port of a closed server late, so binding is retried for
 * two seconds.
 *
 * @throws {Deno.errors.AddrInUse} When another process uses the port.
 */
export async function bindPort({ address, port }: NodeSocket): Promise<Deno.TcpListener> {
  for (let attempt = 1;; attempt++) {
    try {
      return Deno.listen({ hostname: address, port });
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
