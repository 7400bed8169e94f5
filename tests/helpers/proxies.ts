/**
 * Proxies on loopback: HTTP CONNECT, the same over TLS, SOCKS5. They record their targets.
 *
 * @module
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** A running proxy. */
export interface TestProxy extends AsyncDisposable {
  /** `host:port` of the proxy. */
  readonly host: string;
  /** Targets of the connections, in order. */
  readonly targets: readonly string[];
}

/** Starts a proxy; with a certificate, `http` requires TLS. */
export async function startTestProxy(
  kind: "http" | "socks5",
  certificate?: { readonly crt: string; readonly key: string },
): Promise<TestProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    return socket;
  };
  const relay = (client: Socket, host: string, port: number, reply: Uint8Array) => {
    targets.push(`${host}:${port}`);
    const upstream = keep(connect(port, host));
    upstream.once("connect", () => {
      client.write(reply);
      client.pipe(upstream).pipe(client);
    });
  };
  const accept = (client: Socket) => {
    keep(client).once("data", (data: Uint8Array) => {
      if (kind === "http") {
        const [, host = "", port] = /^CONNECT (\S+):(\d+) /.exec(new TextDecoder().decode(data))!;
        const reply = "HTTP/1.1 200 Connection established\r\n\r\n";
        return relay(client, host, Number(port), new TextEncoder().encode(reply));
      }
      client.write(Uint8Array.of(5, 0));
      client.once("data", (request: Uint8Array) => {
        const host = request.subarray(4, 8).join(".");
        const port = request[8]! * 256 + request[9]!;
        relay(client, host, port, Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 0));
      });
    });
  };
  const server: Server = certificate === undefined
    ? createServer(accept)
    : createTlsServer({ cert: certificate.crt, key: certificate.key }, accept);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    host: `127.0.0.1:${port}`,
    targets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
