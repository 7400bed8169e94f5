/**
 * A TCP relay that can drop connections silently, as a power failure does: sent data is lost, and
 * no peer receives a FIN or RST.
 *
 * @module
 */
import { connect, createServer, type Socket } from "node:net";

/** A running relay. */
export interface CuttableRelay {
  /** Its `address:port`. */
  readonly endpoint: string;
  /** Number of accepted connections. */
  readonly connections: number;
  /**
   * Drops all open connections silently; later ones work.
   *
   * @returns Resolves when data of the client was lost.
   */
  cut(): { lost: Promise<void> };
}

/** Runs `body` with a relay to a port, on another port of the same address. */
export async function withCuttableRelay(
  { address, port }: { address: string; port: number },
  body: (relay: CuttableRelay) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let cutUpTo = 0;
  const loss = Promise.withResolvers<void>();
  const server = createServer((client) => {
    const number = ++connections;
    const node = connect(port, address);
    for (const [from, to] of [[client, node], [node, client]] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (number > cutUpTo) to.write(chunk);
        else if (from === client) loss.resolve();
      });
      from.on("error", () => {}).on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, address, () => listening()));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new TypeError("the relay has no port");
  try {
    await body({
      endpoint: `${address}:${bound.port}`,
      get connections() {
        return connections;
      },
      cut: () => {
        cutUpTo = connections;
        return { lost: loss.promise };
      },
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => server.close(() => closed()));
  }
}
