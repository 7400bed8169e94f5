import { deepEqual, equal } from "node:assert/strict";
import { formatIp, parseSocketTable } from "../../../../lib/sandbox/machine/socket_table.ts";

const HEADING =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";

Deno.test("parseSocketTable() parses a connection", () => {
  const line = "   1: 0100007F:C350 0200007F:01BB 01 0000000A:0000000B 02:00000C00 00000003  1000" +
    "        4 56789 2 ffff8880deadbeef 20 4 30 10 -1\n";
  deepEqual(parseSocketTable(HEADING + line), [{
    localIp: "127.0.0.1",
    localPort: 50000,
    remoteIp: "127.0.0.2",
    remotePort: 443,
    state: 1,
    txQueue: 10,
    rxQueue: 11,
    timer: 2,
    timerWhen: 0xc00,
    retransmits: 3,
    uid: 1000,
    timeout: 4,
    inode: 56789,
    references: 2,
    pointer: "ffff8880deadbeef",
  }]);
});

Deno.test("parseSocketTable() parses IPv6 addresses", () => {
  const line =
    "   0: 00000000000000000000000001000000:0016 B80D0120000000000000000001000000:0000 0A" +
    " 00000000:00000000 00:00000000 00000000     0        0 1 1 0000000000000000 100\n";
  const [socket] = parseSocketTable(HEADING + line);
  equal(socket?.localIp, "::1");
  equal(socket?.localPort, 22);
  equal(socket?.remoteIp, "2001:db8::1");
});

Deno.test("parseSocketTable() returns nothing for an empty table", () => {
  deepEqual(parseSocketTable(HEADING), []);
  deepEqual(parseSocketTable(""), []);
});

Deno.test("formatIp() compresses the first longest run of zeros", () => {
  const ip = (...groups: number[]) => formatIp(groups.flatMap((g) => [g >> 8, g & 255]));
  equal(formatIp([10, 0, 0, 1]), "10.0.0.1");
  equal(ip(0, 0, 0, 0, 0, 0, 0, 0), "::");
  equal(ip(0, 0, 0, 0, 0, 0, 0, 1), "::1");
  equal(ip(0xfe80, 0, 0, 0, 1, 0, 0, 2), "fe80::1:0:0:2");
  equal(ip(1, 0, 0, 2, 3, 0, 0, 4), "1::2:3:0:0:4");
  equal(ip(1, 0, 2, 3, 4, 5, 6, 7), "1:0:2:3:4:5:6:7");
  equal(ip(1, 2, 3, 4, 5, 6, 0, 0), "1:2:3:4:5:6::");
  equal(ip(0, 0, 0, 0, 0, 0xffff, 0x7f00, 1), "127.0.0.1");
});
