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
  /** Bytes received from the node. */
  readonly received: number;
  /**
   * Drops all open connections silently; later ones work.
   *
   * @returns Resolves when data of the client was lost.
   */
  cut(): { lost: Promise<void> };
}

/** Options of {@linkcode withCuttableRelay}. */
export interface RelayOptions {
  /** Returns the bytes from the node after which a connection is reset; default never. */
  readonly resetAfter?: () => number;
}

/** Runs `body` with a relay to a port, on another port of the same address. */
export async function withCuttableRelay(
  { address, port }: { address: string; port: number },
  body: (relay: CuttableRelay) => Promise<void>,
  { resetAfter = () => Infinity }: RelayOptions = {},
): Promise<void> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let cutUpTo = 0;
  let received = 0;
  const loss = Promise.withResolvers<void>();
  const server = createServer((client) => {
    const number = ++connections;
    const node = connect(port, address);
    let left = resetAfter();
    for (const [from, to] of [[client, node], [node, client]] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (from === node && chunk.length > left) {
          // The bytes before the offset arrive.
          to.write(chunk.subarray(0, left), () => to.destroy());
          left = 0;
          from.destroy();
          return;
        }
        if (from === node) left -= chunk.length, received += chunk.length;
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
      get received() {
        return received;
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
