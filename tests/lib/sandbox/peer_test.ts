import { equal } from "node:assert/strict";
import { kernelPeerOwner, socketOwner } from "../../../lib/sandbox/peer.ts";

const TABLE =
  `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:C350 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 183 1
   1: 0100007F:D431 0302017F:C350 01 00000000:00000000 00:00000000 00000000  1001        0 184 1
   2: 0302017F:C350 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 185 1
`;

Deno.test("socketOwner returns the owner of the peer's socket", () => {
  const peer = { address: "127.0.0.1", port: 0xd431 };
  const own = { address: "127.1.2.3", port: 50000 };
  equal(socketOwner(TABLE, peer, own), 1001);
  equal(socketOwner(TABLE, own, peer), 0);
});

Deno.test("socketOwner returns undefined for unlisted and IPv6 sockets", () => {
  const own = { address: "127.1.2.3", port: 50000 };
  equal(socketOwner(TABLE, { address: "127.0.0.1", port: 1 }, own), undefined);
  equal(socketOwner(TABLE, { address: "::1", port: 0xd431 }, own), undefined);
});

Deno.test("socketOwner finds IPv4-mapped addresses", () => {
  const table = "0: 0000000000000000FFFF00000100007F:0001 " +
    "0000000000000000FFFF00000302017F:0002 01 0 0 0 77 0 1";
  const peer = { address: "127.0.0.1", port: 1 };
  equal(socketOwner(table, peer, { address: "127.1.2.3", port: 2 }), 77);
});

Deno.test({
  name: "kernelPeerOwner returns the user of this process",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const client = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
    const server = await listener.accept();
    try {
      const peer = server.remoteAddr as Deno.NetAddr;
      const own = server.localAddr as Deno.NetAddr;
      const owner = await kernelPeerOwner(
        { address: peer.hostname, port: peer.port },
        { address: own.hostname, port: own.port },
      );
      equal(owner, Deno.uid());
    } finally {
      client.close();
      server.close();
      listener.close();
    }
  },
});
