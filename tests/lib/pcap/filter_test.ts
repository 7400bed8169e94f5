import assert from "node:assert/strict";
import { compileFilter, parseFilter } from "../../../lib/pcap/bpf/compile_filter.ts";
import {
  findInvalid,
  type Instruction,
  parseInstructions,
} from "../../../lib/pcap/bpf/instruction.ts";
import { runFilter } from "../../../lib/pcap/bpf/run_filter.ts";
import { LINK_ETHERNET, LINK_RAW } from "../../../lib/pcap/packet_file.ts";
import { programTest } from "../../helpers/programs.ts";
import { FILTER_EXPRESSIONS } from "./filter_expressions.ts";
import { bytes, ENCAPSULATED, FRAMES, ipv4, samplePackets, text, udp } from "./packets.ts";

/** Formats a program like `tcpdump -dd`. */
function formatInstructions(program: readonly Instruction[]): string {
  return program.map(({ op, jt, jf, k }) =>
    `{ 0x${op.toString(16)}, ${jt}, ${jf}, 0x${k.toString(16).padStart(8, "0")} },\n`
  ).join("");
}

const accepts = (
  program: readonly Instruction[],
  data: Uint8Array,
  length = data.length,
  packetType = 0,
) => runFilter(program, data, length, packetType) > 0;
const matching = (expression: string) => {
  const program = compileFilter(expression, LINK_ETHERNET);
  return Object.entries(FRAMES).filter(([, data]) => accepts(program, data)).map(([name]) => name);
};

Deno.test("expressions select the packets they describe", () => {
  assert.deepEqual(matching("arp"), ["arpRequest", "arpReply", "shortArp"]);
  assert.deepEqual(matching("tcp port 6443"), ["syn"]);
  assert.deepEqual(matching("tcp[tcpflags] & (tcp-syn|tcp-rst) != 0"), ["syn", "reset"]);
  assert.deepEqual(matching("vlan 100"), ["vlan"]);
  assert.deepEqual(matching("vlan and udp port 53"), ["vlan"]);
  assert.deepEqual(matching("vlan and vlan 20 and icmp6"), ["doubleVlan"]);
  assert.deepEqual(matching("udp port 4789 or 8472"), ["vxlan", "vxlanLinux"]);
  assert.deepEqual(matching("ether proto 0x88cc"), ["lldp"]);
  assert.deepEqual(matching("icmp6[0] = 135"), ["neighborSolicitation"]);
  assert.deepEqual(matching("icmp or igmp"), ["igmp2", "igmp3", "igmpQuery", "icmp", "redirect"]);
  assert.deepEqual(matching("udp dst port 67"), ["dhcpDiscover"]);
  assert.deepEqual(matching("less 20"), ["unknownType", "shortArp", "shortFrame"]);
  assert.deepEqual(matching("ip6 and udp portrange 540-550"), ["dhcp6Solicit", "dhcp6Relay"]);
});

Deno.test("expressions for links without Ethernet headers start at the IP header", () => {
  const packet = ipv4(17, udp(1000, 51820, text("x")));
  assert.ok(accepts(compileFilter("udp port 51820", LINK_RAW), packet));
  assert.ok(!accepts(compileFilter("not udp port 51820", LINK_RAW), packet));
  assert.ok(accepts(compileFilter("src net 10.0.0.0/8 and ip[9] = 17", LINK_RAW), packet));
  assert.throws(() => compileFilter("ether multicast", LINK_RAW), /no hardware addresses/);
});

Deno.test("labels, sessions and tunnels move the offsets of later conditions", () => {
  const count = (expression: string) => {
    const program = compileFilter(expression, LINK_ETHERNET);
    assert.equal(findInvalid(program), undefined);
    return ENCAPSULATED.filter((data) => accepts(program, data)).length;
  };
  assert.equal(count("pppoed"), 7);
  assert.equal(count("mpls 100 and mpls 7"), 7);
  assert.equal(count("pppoes 7 and ip6"), 2);
  assert.equal(count("pppoes 7 and tcp dst port 443"), 1);
  // Without a Geneve header there is nothing inside to compare with.
  assert.equal(count("not geneve and tcp"), 0);
  assert.equal(count("geneve or arp"), count("geneve"));
});

Deno.test("geneve selects packets inside IP packets of links without Ethernet headers", () => {
  const inside = FRAMES["geneve"]!.subarray(14);
  assert.ok(accepts(compileFilter("geneve 10 and udp port 1000", LINK_RAW), inside));
  assert.ok(!accepts(compileFilter("geneve 11", LINK_RAW), inside));
  assert.throws(
    () => compileFilter("mpls", LINK_RAW),
    /the interface has no MPLS labels at "mpls"/,
  );
});

Deno.test("an invalid expression is rejected with its position", () => {
  const cases: [string, RegExp][] = [
    ["tcp prt 1", /^invalid filter expression "tcp prt 1": unexpected text at "prt" \(column 5\)/],
    ["host example.com", /expected an IP address \(names are not resolved\) at "example.com"/],
    ["port", /expected an address, port or protocol at the end/],
    ["port 70000", /expected a port up to 65535 at "70000"/],
    ["port nosuchservice", /unknown port/],
    ["net 10.0.0.1/8", /the address has bits outside of the mask/],
    ["host 10", /expected an address of four numbers/],
    ["tcp or vxlan 100", /osctl does not support tcpdump's "vxlan" at "vxlan"/],
    ["mpls and arp", /MPLS packets can be tested for IPv4 and IPv6 only at "arp"/],
    ["mpls and vlan", /VLAN tags do not follow MPLS labels at "vlan"/],
    ["mpls and pppoes", /MPLS packets can be tested for IPv4 and IPv6 only at "pppoes"/],
    ["mpls 1048576", /expected a number up to 1048575/],
    ["pppoes 65536", /expected a number up to 65535/],
    ["geneve 16777216", /expected a number up to 16777215/],
    ["pppoes and vlan", /the interface has no VLAN tags/],
    ["pppoes and ether host 02:00:00:00:00:01", /no hardware addresses/],
    ["geneve and geneve and geneve and geneve", /too many tunnels/],
    ["tcp and", /expected a primitive at the end/],
    ["(tcp", /expected "\)" at the end/],
    ["tcp[13", /expected "\]"/],
    ["tcp[13:3] = 1", /expected 1, 2 or 4 bytes/],
    ["ip[0] / 0 = 1", /division by 0/],
    ["ip[0] << 32 = 1", /shift by more than 31 bits/],
    ["icmp port 1", /"icmp" has no ports/],
    ["ip broadcast", /the network mask of the interface is unknown/],
    ["tcp host 10.0.0.1", /"tcp" has no addresses/],
    ["ether host 10.0.0.1", /expected a hardware address/],
    ["vlan 5000", /expected a number up to 4095/],
    ["tcp § udp", /unexpected character at "§" \(column 5\)/],
    [`${"(".repeat(300)}tcp${")".repeat(300)}`, /nested too deeply/],
    [`${"not ".repeat(300)}tcp`, /nested too deeply/],
    ["x".repeat(70_000), /longer than 65536 characters/],
  ];
  for (const [expression, reason] of cases) {
    const check = (error: Error) => reason.test(error.message);
    assert.throws(() => compileFilter(expression, LINK_ETHERNET), check, expression);
  }
});

Deno.test("long expressions jump over more than 255 instructions", () => {
  const ports = Array.from({ length: 200 }, (_, index) => 1000 + 7 * index);
  const program = compileFilter(
    ports.map((port) => `udp port ${port}`).join(" or "),
    LINK_ETHERNET,
  );
  assert.equal(findInvalid(program), undefined);
  const frameOf = (port: number) =>
    bytes(FRAMES["ntp"]!.subarray(0, 14), ipv4(17, udp(1, port, text("x"))));
  for (const port of ports) assert.ok(accepts(program, frameOf(port)), `port ${port}`);
  assert.ok(!accepts(program, frameOf(999)));
  const hosts = Array.from(
    { length: 3000 },
    (_, index) => `host 10.0.${index >> 8}.${index & 255}`,
  );
  assert.throws(() => compileFilter(hosts.join(" or "), LINK_ETHERNET), /comparisons/);
});

Deno.test("compiled filters are the output of tcpdump -dd", () => {
  const text = "{ 0x28, 0, 0, 0x0000000c },\n{ 0x15, 0, 1, 0x00000806 },\n" +
    "{ 0x6, 0, 0, 0x00040000 },\n{ 0x6, 0, 0, 0x00000000 },\n";
  const program = parseFilter(`\n${text}\n`, LINK_ETHERNET);
  assert.equal(formatInstructions(program), text);
  assert.equal(formatInstructions(compileFilter("arp", LINK_ETHERNET)), text);
  assert.deepEqual(parseFilter("  ", LINK_ETHERNET), []);
});

Deno.test("an invalid compiled filter is rejected", () => {
  const cases: [string, RegExp][] = [
    ["{ 0x28, 0, 0 },", /invalid BPF instruction on line 1: "\{ 0x28, 0, 0 \},"/],
    ["{ 0x6, 0, 0, 0x0 },\n(000) ret", /invalid BPF instruction on line 2/],
    ["{ 0x10000, 0, 0, 0x0 },", /invalid BPF instruction/],
    ["{ 0x28, 0, 0, 0x0000000c },", /the last instruction does not return/],
    ["{ 0x15, 0, 9, 0x1 },\n{ 0x6, 0, 0, 0x0 },", /instruction 1 jumps beyond the end/],
    ["{ 0x5, 0, 0, 0xffffffff },\n{ 0x6, 0, 0, 0x0 },", /instruction 1 jumps beyond the end/],
    ["{ 0x34, 0, 0, 0x0 },\n{ 0x6, 0, 0, 0x0 },", /divides by 0/],
    ["{ 0x60, 0, 0, 0x10 },\n{ 0x6, 0, 0, 0x0 },", /addresses word 16 of memory/],
    ["{ 0xff, 0, 0, 0x0 },\n{ 0x6, 0, 0, 0x0 },", /unknown operation 0xff/],
    ["{ 0x6, 0, 0, 0x0 },\n".repeat(4097), /4097 instructions, at most 4096/],
  ];
  for (const [filter, reason] of cases) assert.throws(() => parseInstructions(filter), reason);
});

/** Expressions whose programs judge packets that end inside a header differently from tcpdump's. */
const SHORT_DIFFERENCES = [
  "host 10.0.0.1 or 10.0.0.2",
  "udp port 8472 or udp port 4789 or udp port 51820",
];

Deno.test({
  ...programTest(
    `${FILTER_EXPRESSIONS.length} expressions select the same packets as tcpdump's programs`,
    "tcpdump",
  ),
  async fn() {
    const encapsulated = ENCAPSULATED.map((data) => ({ data, length: data.length }));
    const samples = [...samplePackets(), ...encapsulated];
    const whole = samples.filter(({ data, length }) => data.length === length);
    const short = samples.flatMap(({ data, length }, index) =>
      [13, 15, 20, 24, 33, 36, 41, 53].filter((_, size) => (size + index) % 3 === 0)
        .map((size) => ({ data: data.subarray(0, size), length }))
    );
    let equal = 0;
    const different: string[] = [];
    for (const expression of FILTER_EXPRESSIONS) {
      const args = ["-dd", "-y", "EN10MB", expression];
      const { code, stdout, stderr } = await new Deno.Command("tcpdump", { args }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      const theirs = new TextDecoder().decode(stdout);
      const ours = compileFilter(expression, LINK_ETHERNET);
      assert.equal(findInvalid(ours), undefined);
      if (formatInstructions(ours) === theirs) equal++;
      const program = parseInstructions(theirs);
      const isSame = ({ data, length }: { data: Uint8Array; length: number }) =>
        // Received and sent: tcpdump's programs test the types of Linux.
        [0, 4].every((type) =>
          accepts(ours, data, length, type) === accepts(program, data, length, type)
        );
      for (const packet of whole) {
        assert.ok(isSame(packet), `${expression}: ${packet.data.toHex()}`);
      }
      if (!short.every(isSame)) different.push(expression);
    }
    assert.deepEqual(different, SHORT_DIFFERENCES);
    // Others have the same instructions in another order, or a few more.
    assert.ok(equal >= 150, `${equal} programs are equal to tcpdump's`);
  },
});
