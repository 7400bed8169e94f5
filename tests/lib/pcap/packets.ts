/** Packets of all protocols that are decoded, and a capture of them. */
import { recordedPackets } from "../../../lib/sandbox/capture/recorded_capture.ts";
import {
  type CapturedPacket,
  encodeCaptureHeader,
  encodePacket,
  LINK_ETHERNET,
} from "../../../lib/pcap/packet_file.ts";

/** Bytes from hexadecimal digits, numbers of one byte, text of ASCII, or parts. */
export function bytes(...parts: (string | Uint8Array | number)[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => {
    if (typeof part === "number") return [part];
    if (typeof part !== "string") return [...part];
    return [...Uint8Array.fromHex(part.replaceAll(/\s/g, ""))];
  }));
}

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const u16 = (value: number): string => value.toString(16).padStart(4, "0");

/** An Ethernet frame. */
export function frame(type: number, ...payload: (string | Uint8Array | number)[]) {
  return bytes("ffffffffffff 020000000001", u16(type), ...payload);
}

/** An IPv4 packet, optionally with options and fragment bits. */
export function ipv4(
  protocol: number,
  payload: Uint8Array,
  { options = "", fragment = 0x4000, source = "0a000001", destination = "0a000002" } = {},
): Uint8Array {
  const optionBytes = bytes(options);
  return bytes(
    ...[0x45 + optionBytes.length / 4, 0, u16(20 + optionBytes.length + payload.length)],
    ...["1234", u16(fragment), 64, protocol, "abcd", source, destination, optionBytes, payload],
  );
}

/** An IPv6 packet. */
export function ipv6(next: number, payload: Uint8Array): Uint8Array {
  return bytes(
    ...["60012345", u16(payload.length), next, 255],
    ...["fe800000000000000000000000000001", "20010db8000000000000000000000002", payload],
  );
}

export function udp(source: number, destination: number, payload: Uint8Array): Uint8Array {
  return bytes(u16(source), u16(destination), u16(8 + payload.length), "beef", payload);
}

export function tcp(
  source: number,
  destination: number,
  payload: Uint8Array,
  { flags = 0x18, options = "" } = {},
): Uint8Array {
  const optionBytes = bytes(options);
  return bytes(
    ...[u16(source), u16(destination), "00000064 00000032", (20 + optionBytes.length) << 2, flags],
    ...["0200 1111 0000", optionBytes, payload],
  );
}

const DNS_NAME = bytes(7, text("example"), 3, text("com"), 0);
const query = bytes("1234 0100 0001 0000 0000 0000", DNS_NAME, "0001 0001");
const answers = bytes(
  ...["1234 8583 0001 0007 0001 0001", DNS_NAME, "00ff 0001"],
  ...["c00c 0001 0001 0000003c 0004 5db8d822", "c00c 001c 0001 0000003c 0010"],
  ...["20010db8000000000000000000000001", "c00c 0005 0001 0000003c 0006 03 777777 c00c"],
  ...[
    "c00c 000f 0001 00000e10 0009 000a 046d61696c c00c",
    "c00c 0010 0001 00000e10 0009 0568656c6c6f 02 6f6b",
  ],
  ...["c00c 0021 0001 00000e10 000a 0001 0002 1466 0161 c00c", "c00c 000c 0001 00000e10 0002 c00c"],
  ...[
    "c00c 0006 0001 00000e10 001d 026e73 c00c 01 78 c00c 00000001 00000002 00000003 00000004 00000005",
  ],
  ...["00 0029 1000 01000000 000c 000a 0008 0102030405060708"],
);
const dhcp = (type: string, ...options: (string | Uint8Array | number)[]) =>
  bytes(
    ...[type, "010600 deadbeef 0005 8000", "00000000 0a000064 0a000001 00000000"],
    ...["020000000001 00000000000000000000", new Uint8Array(192), "63825363", ...options],
  );
const inner = frame(0x0800, ipv4(17, udp(1000, 2000, text("inside"))));

/** Frames, each valid unless its name says otherwise. */
export const FRAMES: Readonly<Record<string, Uint8Array>> = {
  arpRequest: frame(
    0x0806,
    "0001 0800 06 04 0001 020000000001 0a000001 000000000000 0a000002",
    new Uint8Array(18),
  ),
  arpReply: frame(0x0806, "0001 0800 06 04 0002 020000000002 0a000002 020000000001 0a000001"),
  vlan: frame(0x8100, "6064 0800", ipv4(17, udp(53, 40000, query))),
  doubleVlan: frame(0x88a8, "000a 8100 0014 86dd", ipv6(58, bytes("8000 1111 0001 0002 abcd"))),
  options: frame(0x0800, ipv4(6, tcp(443, 50000, text("x")), { options: "94040000 01010100" })),
  fragment: frame(0x0800, ipv4(17, text("rest of a datagram"), { fragment: 0x2064 })),
  firstFragment: frame(0x0800, ipv4(17, udp(53, 53, query), { fragment: 0x2000 })),
  igmp2: frame(0x0800, ipv4(2, bytes("1600 1111 e0000001"))),
  igmp3: frame(0x0800, ipv4(2, bytes("2200 1111 0000 0001 04 00 0001 e0000002 0a000001"))),
  igmpQuery: frame(0x0800, ipv4(2, bytes("1164 1111 e0000001 02 7d 0000"))),
  icmp: frame(0x0800, ipv4(1, bytes("0301 1111 00000000", ipv4(17, udp(1, 2, text("data")))))),
  redirect: frame(0x0800, ipv4(1, bytes("0501 1111 0a000009", new Uint8Array(28)))),
  ipip: frame(0x0800, ipv4(4, ipv4(6, tcp(80, 4000, text("HTTP/1.1 200 OK\r\n\r\n"))))),
  sixInFour: frame(0x0800, ipv4(41, ipv6(17, udp(5000, 5001, text("six"))))),
  syn: frame(
    0x0800,
    ipv4(
      6,
      tcp(40000, 6443, bytes(), {
        flags: 2,
        options: "020405b4 0402 080a 00000001 00000000 01 030307",
      }),
    ),
  ),
  sack: frame(
    0x0800,
    ipv4(6, tcp(1, 2, bytes(), { flags: 0x10, options: "0101 050a 00000001 00000009 1e04abcd" })),
  ),
  reset: frame(0x0800, ipv4(6, tcp(22, 40001, bytes(), { flags: 0x14 }))),
  http: frame(0x0800, ipv4(6, tcp(40002, 8080, text("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")))),
  dnsQuery: frame(0x0800, ipv4(17, udp(40003, 53, query))),
  dnsAnswer: frame(0x0800, ipv4(17, udp(53, 40003, answers))),
  dhcpDiscover: frame(
    0x0800,
    ipv4(
      17,
      udp(
        68,
        67,
        dhcp("01", "350101 3d0701020000000001", 12, 4, text("node"), "3704 01030f06 00 ff"),
      ),
    ),
  ),
  dhcpAck: frame(
    0x0800,
    ipv4(
      17,
      udp(67, 68, dhcp("02", "350105 36040a000001 330400000e10 0104ffffff00 03040a000001 ff")),
    ),
  ),
  dhcp6Solicit: frame(
    0x86dd,
    ipv6(
      17,
      udp(
        546,
        547,
        bytes(
          "01 abcdef 0001 000e 0001 0001 12345678 020000000001 0006 0004 0017 0018 0008 0002 0000",
        ),
      ),
    ),
  ),
  dhcp6Relay: frame(
    0x86dd,
    ipv6(
      17,
      udp(
        547,
        547,
        bytes("0c 01", new Uint8Array(32), "0009 0004 01abcdef 0002 0006 0003 0001 0200"),
      ),
    ),
  ),
  ntp: frame(
    0x0800,
    ipv4(
      17,
      udp(123, 123, bytes("24 02 06 e9 00000010 00000020 0a000001", "0123456789abcdef".repeat(4))),
    ),
  ),
  vxlan: frame(0x0800, ipv4(17, udp(50001, 4789, bytes("08000000 000064 00", inner)))),
  vxlanLinux: frame(0x0800, ipv4(17, udp(50001, 8472, bytes("08000000 000001 00", inner)))),
  geneve: frame(
    0x0800,
    ipv4(17, udp(50002, 6081, bytes("0240 6558 00000a 00 0102 80 01 deadbeef", inner))),
  ),
  wireGuard: frame(
    0x0800,
    ipv4(17, udp(51820, 51820, bytes("01000000 2a000000", new Uint8Array(140)))),
  ),
  lldp: frame(
    0x88cc,
    "0207 04 020000000001 0405 05 65746830 0602 0078",
    ...[
      bytes(0x0a, 6),
      text("switch"),
      bytes(0x0c, 5),
      text("Linux"),
      bytes(0x08, 4),
      text("swp1"),
    ],
    ...["0e04 0014 0010", "100c 05 01 0a000003 02 00000002 00", "fe06 0080c2 01 0001", "0000"],
  ),
  extensions: frame(
    0x86dd,
    ipv6(
      0,
      bytes(
        "3c00 0502 0000 0100",
        "2b00 0104 00000000",
        "2c02 0001 00000000",
        "20010db8000000000000000000000003",
        "1100 0001 00000007",
        udp(1, 2, text("frag")),
      ),
    ),
  ),
  destinationOptions: frame(0x86dd, ipv6(60, bytes("3a00 0104 00000000", "8100 1111 0001 0002"))),
  neighborSolicitation: frame(
    0x86dd,
    ipv6(58, bytes("8700 1111 00000000 20010db8000000000000000000000002 0101 020000000001")),
  ),
  neighborAdvertisement: frame(
    0x86dd,
    ipv6(58, bytes("8800 1111 60000000 20010db8000000000000000000000002 0201 020000000002")),
  ),
  routerSolicitation: frame(0x86dd, ipv6(58, bytes("8500 1111 00000000 0101 020000000001"))),
  routerAdvertisement: frame(
    0x86dd,
    ipv6(
      58,
      bytes(
        "8600 1111 40 c0 0708 00000000 00000000",
        "0304 40c0 00015180 00003840 00000000 20010db8000000000000000000000000",
        "0501 0000 000005dc",
      ),
    ),
  ),
  listenerReport: frame(
    0x86dd,
    ipv6(58, bytes("8f00 1111 0000 0001 04 00 0000 ff0200000000000000000001ff000001")),
  ),
  listenerQuery: frame(0x86dd, ipv6(58, bytes("8200 1111 2710 0000", new Uint8Array(16)))),
  ieee8023: frame(0x0026, "0606 03", new Uint8Array(35)),
  snap: frame(0x0020, "aaaa 03 000000 0800", ipv4(17, udp(7, 7, bytes()))),
  unknownType: frame(0x9999, "0102030405"),
  unknownProtocol: frame(0x0800, ipv4(200, text("unknown"))),
  truncatedIpv4: frame(0x0800, ipv4(17, udp(1, 2, text("payload"))).subarray(0, 24)),
  badHeaderLength: frame(0x0800, bytes("43", ipv4(17, udp(1, 2, text("payload"))).subarray(1))),
  badTcpOption: frame(0x0800, ipv4(6, tcp(1, 2, bytes(), { options: "02000000" }))),
  dnsLoop: frame(
    0x0800,
    ipv4(17, udp(1, 53, bytes("1234 0100 0001 0000 0000 0000 c00c 0001 0001"))),
  ),
  shortArp: frame(0x0806, "0001 0800"),
  shortFrame: bytes("ffffffffffff 0200"),
};

/** IP packets that tunnels contain: with the EtherType, and PPP's protocol number. */
const CONTENTS: readonly (readonly [type: number, ppp: number, content: Uint8Array])[] = [
  [0x0800, 0x21, ipv4(17, udp(53, 2000, query))],
  [0x0800, 0x21, ipv4(6, tcp(50000, 443, text("inside"), { flags: 2 }), { options: "01010100" })],
  [0x0800, 0x21, ipv4(6, tcp(1024, 80, bytes()), { source: "0a000003" })],
  [0x0800, 0x21, ipv4(17, udp(53, 53, query), { fragment: 0x2064 })],
  [0x86dd, 0x57, ipv6(17, udp(53, 1000, query))],
  [0x86dd, 0x57, ipv6(58, bytes("8000 1111 0001 0002 abcd"))],
  [0x0806, 0x0806, bytes("0001 0800 06 04 0001 020000000001 0a000001 000000000000 0a000002")],
];

/** A Geneve header, with options, and what follows it. */
function geneve(protocol: number, content: Uint8Array, { network = "00000a", options = "" } = {}) {
  const optionBytes = bytes(options);
  const header = bytes(optionBytes.length / 4, 0x40, u16(protocol), network, 0, optionBytes);
  return udp(50_002, 6081, bytes(header, content));
}

/** The labels, sessions and tunnels around an IP packet. */
function encapsulate(type: number, ppp: number, content: Uint8Array): Uint8Array[] {
  const ethernet = frame(type, content);
  const tagged = frame(0x8100, "0005", u16(type), content);
  const label = bytes(u16(0x8847), "00064140");
  const tunnels = [
    geneve(type, content),
    geneve(0x6558, ethernet),
    geneve(0x6558, tagged, { network: "00000b", options: "0102 80 01 deadbeef" }),
    geneve(type, content, { options: "0102 80 01 deadbeef 0102 80 00" }),
    geneve(0x8847, bytes("00064140", content)),
    udp(50_002, 6081, bytes("c000 6558 00000a 00", ethernet)),
    udp(50_002, 6082, bytes("0000 6558 00000a 00", ethernet)),
  ];
  const nested = geneve(0x6558, frame(0x0800, ipv4(17, geneve(0x6558, ethernet))));
  return [
    frame(0x8847, "00064140", content),
    frame(0x8847, "00064040 00007140", content),
    frame(0x8847, "00007040 00064140", content),
    frame(0x8100, "0005", label, content),
    frame(0x8864, "1100 0007", u16(content.length + 2), u16(ppp), content),
    frame(0x8864, "1100 0027", u16(content.length + 2), u16(ppp), content),
    frame(0x8864, "1100 0027", u16(content.length + 6), "0281 00064140", content),
    frame(0x8100, "0005 8864 1100 0007", u16(content.length + 2), u16(ppp), content),
    frame(0x8863, "1109 0000 0004 0101 0000"),
    ...[...tunnels, nested].flatMap((datagram) => [
      frame(0x0800, ipv4(17, datagram)),
      frame(0x0800, ipv4(17, datagram, { options: "01010100" })),
      frame(0x0800, ipv4(17, datagram, { fragment: 0x2064 })),
      frame(0x86dd, ipv6(17, datagram)),
      frame(0x8100, "0005 0800", ipv4(17, datagram)),
    ]),
  ];
}

/** Packets with labels, in sessions and in tunnels. */
export const ENCAPSULATED: readonly Uint8Array[] = CONTENTS.flatMap((
  [type, ppp, content],
) => encapsulate(type, ppp, content));

const START_SECONDS = 1_700_000_000;

/** All frames and the recorded packets, a millisecond apart; the last two are cut. */
export function samplePackets(): CapturedPacket[] {
  const frames = [...Object.values(FRAMES), ...recordedPackets().map(({ data }) => data)];
  const cut = [FRAMES["dnsAnswer"]!, FRAMES["vxlan"]!].map((data) => ({
    data: data.subarray(0, 60),
    length: data.length,
  }));
  return [...frames.map((data) => ({ data, length: data.length })), ...cut].map((
    packet,
    index,
  ) => ({
    ...packet,
    seconds: START_SECONDS + Math.floor(index / 10),
    nanos: index % 10 * 1_000_000 + 120,
  }));
}

/** A capture of {@linkcode samplePackets}. */
export function sampleCapture(): Uint8Array<ArrayBuffer> {
  const header = encodeCaptureHeader({
    snapLength: 65536,
    linkType: LINK_ETHERNET,
    nanoseconds: true,
  });
  return bytes(header, ...samplePackets().map((packet) => encodePacket(packet, true)));
}
