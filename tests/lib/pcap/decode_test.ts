import assert from "node:assert/strict";
import { formatDump } from "../../../lib/pcap/format_dump.ts";
import { BriefFormatter } from "../../../lib/pcap/format_brief.ts";
import { formatJsonPacket } from "../../../lib/pcap/to_json.ts";
import {
  LINK_ETHERNET,
  LINK_RAW,
  MAX_CAPTURE_BYTES,
  RecordReader,
} from "../../../lib/pcap/packet_file.ts";
import {
  bytes,
  frame,
  FRAMES,
  ipv4,
  sampleCapture,
  samplePackets,
  tcp,
  text,
  udp,
} from "./packets.ts";

const packetOf = (data: Uint8Array) => ({ seconds: 0, nanos: 0, length: data.length, data });
const briefOf = (data: Uint8Array, linkType = LINK_ETHERNET) =>
  new BriefFormatter(linkType).format(packetOf(data)).slice("00:00:00.000000 ".length);
// deno-lint-ignore no-explicit-any -- the shape depends on the packet
const jsonOf = (data: Uint8Array): any =>
  JSON.parse(formatJsonPacket(packetOf(data), LINK_ETHERNET));
const layersOf = (data: Uint8Array): string[] =>
  jsonOf(data).layers.map(({ layer }: { layer: string }) => layer);

// Recorded from gopacket v1.2.0, the decoder of talosctl of v1.8, on the same capture.
Deno.test("packets are dumped as the reference decodes them", async () => {
  const url = new URL("../../data/pcap/reference.txt", import.meta.url);
  const expected = (await Deno.readTextFile(url)).split("\n\n");
  const packets = samplePackets();
  assert.equal(packets.length, expected.length - 1);
  for (const [index, packet] of packets.entries()) {
    assert.equal(formatDump(packet, LINK_ETHERNET), `${expected[index]}\n\n`);
  }
});

Deno.test("a capture is read in chunks of any size", () => {
  const capture = sampleCapture();
  const expected = samplePackets();
  for (const size of [1, 7, 16, 40, 1000, capture.length]) {
    const reader = new RecordReader();
    const found = [];
    for (let offset = 0; offset < capture.length; offset += size) {
      reader.push(capture.subarray(offset, offset + size));
      while (reader.next()) found.push({ ...reader.packet, data: reader.packet.data.slice() });
    }
    assert.deepEqual(found, expected, `chunks of ${size} bytes`);
    assert.deepEqual([reader.count, reader.truncated, reader.pending], [expected.length, 2, 0]);
  }
});

Deno.test("captures have both byte orders, microseconds and nanoseconds", () => {
  const cases = [
    [
      "a1b2c3d4 0002 0004 00000000 00000000 00010000 00000001",
      "65535c00 0000007b 00000002 00000003 abcd",
    ],
    [
      "d4c3b2a1 0200 0400 00000000 00000000 00000100 01000000",
      "005c5365 7b000000 02000000 03000000 abcd",
    ],
    [
      "a1b23c4d 0002 0004 00000000 00000000 00010000 00000001",
      "65535c00 0001e078 00000002 00000003 abcd",
    ],
    [
      "4d3cb2a1 0200 0400 00000000 00000000 00000100 01000000",
      "005c5365 78e00100 02000000 03000000 abcd",
    ],
  ] as const;
  for (const [header, record] of cases) {
    const reader = new RecordReader();
    reader.push(bytes(header, record));
    assert.ok(reader.next());
    const { seconds, nanos, length, data } = reader.packet;
    assert.deepEqual([seconds, nanos, length, data.toHex()], [1_699_961_856, 123_000, 3, "abcd"]);
    assert.deepEqual([reader.header?.snapLength, reader.header?.linkType], [65536, 1]);
    assert.equal(reader.next(), false);
  }
});

Deno.test("an invalid capture is rejected", () => {
  const header = "d4c3b2a1 0200 0400 00000000 00000000 00000100 01000000";
  const cases: [string, RegExp][] = [
    ["00000000".repeat(6), /unknown magic number 00000000/],
    ["0a0d0d0a".repeat(6), /unknown magic number 0a0d0d0a/],
    ["d4c3b2a1 0300 0000 00000000 00000000 00000100 01000000", /unsupported version 3\.0/],
    [
      `${header} 00000000 00000000 02000000 01000000`,
      /record 1 has 2 bytes of a packet of 1 bytes/,
    ],
    [`${header} 00000000 00000000 ffffff7f ffffff7f`, /record 1 has 2147483647 bytes/],
  ];
  for (const [hex, reason] of cases) {
    const reader = new RecordReader();
    reader.push(bytes(hex));
    assert.throws(() => reader.next(), reason);
  }
  assert.equal(MAX_CAPTURE_BYTES, 262_144);
});

Deno.test("JSON has the number of an acknowledgement and a list of flags", () => {
  const { layers } = jsonOf(FRAMES["reset"]!);
  const tcp = layers.find(({ layer }: { layer: string }) => layer === "TCP");
  assert.deepEqual([tcp.seq, tcp.ack, tcp.flags], [100, 50, ["RST", "ACK"]]);
});

Deno.test("--brief reports lengths that are too small for their header", () => {
  const ports = "c350 c351";
  const short = frame(0x0800, ipv4(17, bytes(ports, "0003 0000")));
  assert.equal(briefOf(short), "IP 10.0.0.1.50000 > 10.0.0.2.50001: bad length 3");
  const segment = bytes(ports, "00000001 00000002 f010 0200 0000 0000", "00".repeat(40));
  const packet = frame(0x0800, ipv4(6, segment));
  // The total length of the IPv4 header ends inside the options of TCP.
  packet.set([0, 44], 16);
  assert.equal(briefOf(packet), "IP 10.0.0.1.50000 > 10.0.0.2.50001: bad length 24");
  const arp = frame(0x0806, "0001 0800 06 04 0001 020000000001 0a000001 000000000000 0a000002");
  const inTunnel = (length: string) =>
    briefOf(frame(0x0800, ipv4(17, bytes("c350 12b5", length, "0000 08000000 00006400", arp))));
  const request = "VXLAN, vni 100: ARP, Request who-has 10.0.0.2 tell 10.0.0.1, length";
  assert.ok(inTunnel("003a").endsWith(`${request} 28`), inTunnel("003a"));
  assert.ok(inTunnel("0012").endsWith(`${request} 0`), inTunnel("0012"));
});

Deno.test("--brief prints what tcpdump prints for common packets", () => {
  const cases: [string, string][] = [
    ["arpRequest", "ARP, Request who-has 10.0.0.2 tell 10.0.0.1, length 46"],
    ["arpReply", "ARP, Reply 10.0.0.2 is-at 02:00:00:00:00:02, length 28"],
    ["vlan", "vlan 100, IP 10.0.0.1.53 > 10.0.0.2.40000: 4660+ A? example.com. (29)"],
    [
      "options",
      "IP 10.0.0.1.443 > 10.0.0.2.50000: Flags [P.], seq 100:101, ack 50, win 512, length 1",
    ],
    ["icmp", "IP 10.0.0.1 > 10.0.0.2: ICMP host 10.0.0.2 unreachable, length 40"],
    [
      "syn",
      "IP 10.0.0.1.40000 > 10.0.0.2.6443: Flags [S], seq 100, win 512, " +
      "options [mss 1460,sackOK,TS val 1 ecr 0,nop,wscale 7], length 0",
    ],
    ["reset", "IP 10.0.0.1.22 > 10.0.0.2.40001: Flags [R.], seq 100, ack 50, win 512, length 0"],
    [
      "http",
      "IP 10.0.0.1.40002 > 10.0.0.2.8080: Flags [P.], seq 100:134, ack 50, win 512, length 34: " +
      "HTTP: GET /healthz HTTP/1.1",
    ],
    ["ntp", "IP 10.0.0.1.123 > 10.0.0.2.123: NTPv4, Server, length 48"],
    ["dhcp6Solicit", "IP6 fe80::1.546 > 2001:db8::2.547: dhcp6 solicit"],
    [
      "vxlan",
      "IP 10.0.0.1.50001 > 10.0.0.2.4789: VXLAN, vni 100: IP 10.0.0.1.1000 > 10.0.0.2.2000: UDP, length 6",
    ],
    [
      "geneve",
      "IP 10.0.0.1.50002 > 10.0.0.2.6081: Geneve, vni 0xa: IP 10.0.0.1.1000 > 10.0.0.2.2000: UDP, length 6",
    ],
    [
      "wireGuard",
      "IP 10.0.0.1.51820 > 10.0.0.2.51820: WireGuard, handshake initiation, length 148",
    ],
    [
      "neighborSolicitation",
      "IP6 fe80::1 > 2001:db8::2: ICMP6, neighbor solicitation, who has 2001:db8::2, length 32",
    ],
    ["unknownType", "02:00:00:00:00:01 > ff:ff:ff:ff:ff:ff, ethertype 0x9999, length 19"],
  ];
  for (const [name, line] of cases) assert.equal(briefOf(FRAMES[name]!), line);
  assert.equal(
    briefOf(ipv4(17, udp(1, 2, text("x"))), LINK_RAW),
    "IP 10.0.0.1.1 > 10.0.0.2.2: UDP, length 1",
  );
});

Deno.test("-o json names layers, fields and application messages", () => {
  const { layers, length } = jsonOf(FRAMES["dnsAnswer"]!);
  assert.equal(length, FRAMES["dnsAnswer"]!.length);
  const dns = layers.at(-1);
  assert.deepEqual(dns.questions, [{ name: "example.com", type: 255, class: "IN" }]);
  assert.deepEqual(dns.answers[0].ip, "93.184.216.34");
  assert.equal(dns.answers[2].cname, "www.example.com");
  assert.equal(dns.answers[5].srv.port, 5222);
  assert.deepEqual(layersOf(FRAMES["http"]!), ["Ethernet", "IPv4", "TCP", "Payload", "HTTP"]);
  assert.deepEqual(layersOf(FRAMES["wireGuard"]!).at(-1), "WireGuard");
  assert.deepEqual(layersOf(FRAMES["doubleVlan"]!), [
    ...["Ethernet", "Dot1Q", "Dot1Q", "IPv6", "ICMPv6", "ICMPv6Echo"],
  ]);
  const hello = samplePackets().map(({ data }) => jsonOf(data).layers.at(-1))
    .find(({ layer }) => layer === "TLS");
  assert.equal(hello.serverName, "kubernetes.default.svc");
  assert.equal(jsonOf(FRAMES["shortArp"]!).layers.at(-1).error, "ARP length 4 too short");
});

Deno.test("DNS over TCP is decoded, and a name that points to itself is rejected", () => {
  const query = bytes(
    "001d 1234 0100 0001 0000 0000 0000 07",
    text("example"),
    "03 636f6d 00 0001 0001",
  );
  const data = frame(0x0800, ipv4(6, tcp(4000, 53, query)));
  assert.ok(briefOf(data).endsWith(": DNS 4660+ A? example.com. (29)"), briefOf(data));
  assert.match(briefOf(FRAMES["dnsLoop"]!), /DNS \[max DNS recursion level hit\]/);
});

Deno.test("text of packets cannot control the terminal", () => {
  const name = bytes(4, "1b5d3007", 2, "e280", 0);
  const query = bytes("1234 0100 0001 0000 0000 0000", name, "0001 0001");
  const request = text("GET /\x1b[2J HTTP/1.1\r\n");
  const frames = [
    frame(0x0800, ipv4(17, udp(1, 53, query))),
    frame(0x0800, ipv4(6, tcp(1, 80, request))),
    frame(0x88cc, "0207 04 020000000001 0402 05 1b 0602 0078 0a04 1b5b324a 0000"),
  ];
  for (const data of frames) {
    for (
      const output of [
        briefOf(data),
        formatDump(packetOf(data), 1),
        formatJsonPacket(packetOf(data), 1),
      ]
    ) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(output.replaceAll(/[\n\t]/g, ""), /[\x00-\x1f\x7f-\x9f]/);
    }
  }
});

Deno.test("a packet of nothing but VLAN tags, or of deeply nested tunnels, is decoded", () => {
  const tags = frame(0x8100, bytes("0001 8100").toHex().repeat(60_000));
  assert.ok(formatDump(packetOf(tags), 1).length > 0);
  assert.ok(briefOf(tags).length > 0);
  let nested = text("x");
  for (let depth = 0; depth < 1000; depth++) nested = ipv4(4, nested);
  assert.equal(layersOf(frame(0x0800, nested)).length, 1003);
});
