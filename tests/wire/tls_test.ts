/**
 * TLS as nodes configure it: X25519 alone, no session tickets, and one cipher suite for TLS 1.2
 * (up to v1.8), or TLS 1.3 alone (v1.13).
 */
import { deepStrictEqual } from "node:assert/strict";
import { createServer, type TLSSocket } from "node:tls";
import { SSL_OP_NO_TICKET } from "node:constants";
import { FrameType } from "../../lib/rpc/http2/frame_types.ts";
import { openChannel } from "../../lib/rpc/mod.ts";
import { toPkcs8Label } from "../../lib/pki/pem.ts";
import { credentials, makePki } from "../lib/rpc/peers.ts";

const SUITE = "ECDHE-ECDSA-AES256-GCM-SHA384";

for (
  const [version, suites] of [
    ["TLSv1.2", [SUITE]],
    ["TLSv1.3", [
      "TLS_AES_128_GCM_SHA256",
      "TLS_AES_256_GCM_SHA384",
      "TLS_CHACHA20_POLY1305_SHA256",
    ]],
  ] as const
) {
  Deno.test(`a channel connects twice to a node that negotiates ${version} without tickets`, async () => {
    const pki = await makePki();
    const seen: unknown[] = [];
    const server = createServer({
      cert: pki.server.crt,
      key: toPkcs8Label(pki.server.key),
      ca: pki.ca.crt,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: version,
      maxVersion: version,
      ecdhCurve: "X25519",
      secureOptions: SSL_OP_NO_TICKET,
      ...(version === "TLSv1.2" ? { ciphers: SUITE } : {}),
    }, (socket: TLSSocket) => {
      socket.on("error", () => {}).resume();
      const { name } = socket.getCipher();
      seen.push([
        socket.getProtocol(),
        (suites as readonly string[]).includes(name) ? "a suite of nodes" : name,
        socket.isSessionReused(),
        socket.authorized,
      ]);
      socket.write(Uint8Array.of(0, 0, 0, FrameType.settings, 0, 0, 0, 0, 0));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    for (let count = 0; count < 2; count++) {
      const channel = openChannel(`127.0.0.1:${port}`, credentials(pki));
      await channel.connect();
      channel.close();
    }
    await new Promise((resolve) => server.close(resolve));
    const expected = [version, "a suite of nodes", false, true];
    deepStrictEqual(seen, [expected, expected]);
  });
}
