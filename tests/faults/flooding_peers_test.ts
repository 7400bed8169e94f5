/** Peers that send more than is read. */
import { equal, ok } from "node:assert/strict";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { toPkcs8Label } from "../../lib/pki/mod.ts";
import { createReadControl } from "../../lib/rpc/node_stream.ts";
import { sharedPki } from "../lib/rpc/peers.ts";

const MIB = 1024 * 1024;

/** Connects as an authenticated client that writes what it wants. */
async function connectRaw(port: number): Promise<Deno.TlsConn> {
  const { ca, client } = await sharedPki();
  return await Deno.connectTls({
    hostname: "127.0.0.1",
    port,
    caCerts: [ca.crt],
    cert: client.crt,
    key: toPkcs8Label(client.key),
    alpnProtocols: ["h2"],
  });
}

async function writeAll(conn: Deno.TlsConn, data: Uint8Array): Promise<void> {
  for (let rest = data; rest.length > 0;) rest = rest.subarray(await conn.write(rest));
}

/** Waits until a value does not change any more. */
async function settled(value: () => number): Promise<number> {
  let [last, calm] = [value(), 0];
  while (calm < 50) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (value() === last) calm++;
    else [last, calm] = [value(), 0];
  }
  return last;
}

Deno.test("a paused TLS connection reads nothing, and everything after the pause", async () => {
  const { server: { crt, key } } = await sharedPki();
  const accepted = Promise.withResolvers<TLSSocket>();
  const server = createTlsServer({ cert: crt, key: toPkcs8Label(key) }, accepted.resolve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const client = await connectRaw(typeof address === "object" && address ? address.port : 0);
  const socket = await accepted.promise;
  let received = 0;
  const reads = createReadControl(socket);
  const total = 128 * MIB;
  socket.on("data", (chunk: Uint8Array) => {
    if (received === 0) reads.pause();
    received += chunk.length;
  });
  let written = 0;
  const writing = (async () => {
    for (const chunk = new Uint8Array(MIB); written < total; written += MIB) {
      await writeAll(client, chunk);
    }
  })();
  const before = await settled(() => written);
  ok(before < total / 4, `${before} bytes were written to a paused connection`);
  reads.resume();
  await writing;
  equal(await settled(() => received), total);
  client.close();
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
