/**
 * Captures of `osctl pcap`, opened by tcpdump and tshark, and compared with talosctl's.
 * tcpdump and tshark are Debian packages; `OSCTL_BENCH_REFERENCE` and
 * `OSCTL_BENCH_REFERENCE_V1_4` name its executables.
 */
import assert from "node:assert/strict";
import { stream } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { data } from "../commands/answers.ts";
import { programTest } from "../helpers/programs.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { FRAMES, sampleCapture, samplePackets } from "../lib/pcap/packets.ts";

const REFERENCES = {
  "v1.8": Deno.env.get("OSCTL_BENCH_REFERENCE"),
  "v1.4": Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
} as const;

/** Packets that talosctl decodes in another way. */
const DIFFERENCES = {
  // No fields after the end of IPv4 options.
  "v1.8": ["options"],
  // Other names of DHCP options, another error text.
  "v1.4": ["dhcpDiscover", "dhcpAck", "badHeaderLength"],
};

/** Sends the sample capture like a node: a message per header and per data. */
const bindings = [stream(MachineService.PacketCapture, async function* () {
  const capture = sampleCapture();
  const ends = [24, ...samplePackets().flatMap(({ data }) => [16, data.length])];
  let offset = 0;
  for (const size of ends) {
    yield await Promise.resolve(data(capture.subarray(offset, offset + size)));
    offset += size;
  }
})];

async function outputOf(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder();
  assert.ok(success, text.decode(stderr));
  return text.decode(stdout);
}

Deno.test({
  ...programTest("tcpdump and tshark read a capture", "tcpdump", "tshark"),
  async fn() {
    await withSandbox({ bindings }, async ({ run, home, nodes }) => {
      const path = `${home}/x.pcap`;
      const { code, stderr } = await run(["pcap", "-o", path, "-n", nodes[0]!.address]);
      assert.equal(code, 0, stderr);
      const lines = await outputOf(
        "tcpdump",
        "-nn",
        "-t",
        "-r",
        path,
        "tcp port 6443 and tcp[13] & 2 != 0",
      );
      assert.equal(lines.trimEnd().split("\n").length, 1, lines);
      const fields = [
        "-T",
        "fields",
        "-e",
        "frame.number",
        "-e",
        "frame.len",
        "-e",
        "frame.cap_len",
      ];
      const frames = (await outputOf("tshark", "-n", "-r", path, ...fields)).trimEnd().split("\n");
      assert.deepEqual(
        frames,
        samplePackets().map(({ data, length }, index) => `${index + 1}\t${length}\t${data.length}`),
      );
      const names = ["-Y", "tls.handshake.type == 1", "-T", "fields"];
      const name = await outputOf(
        ...[
          "tshark",
          "-n",
          "-r",
          path,
          ...names,
          "-e",
          "tls.handshake.extensions_server_name",
        ] as const,
      );
      assert.equal(name.trim(), "kubernetes.default.svc");
    });
  },
});

for (const release of ["v1.8", "v1.4"] as const) {
  const reference = REFERENCES[release];
  Deno.test({
    name: `pcap prints and saves what talosctl of ${release} does`,
    ignore: reference === undefined,
    async fn() {
      await withSandbox({ bindings, alpn: true }, async ({ run, home, nodes, osconfig }) => {
        const node = nodes[0]!.address;
        const runReference = (...args: string[]) =>
          outputOf(reference!, "--talosconfig", osconfig, "-n", node, "-e", node, "pcap", ...args);
        const ours = await run(["pcap", "-n", node], { release });
        const packets = ours.stdout.split("\n\n");
        const theirs = (await runReference()).split("\n\n");
        const different = theirs.flatMap((text, index) =>
          text === packets[index] ? [] : [Object.keys(FRAMES)[index] ?? `recorded ${index}`]
        );
        assert.deepEqual([theirs.length, different], [packets.length, DIFFERENCES[release]]);
        await run(["pcap", "-o", `${home}/ours`, "-n", node], { release });
        await runReference("-o", `${home}/theirs`);
        assert.deepEqual(
          await Deno.readFile(`${home}/theirs`),
          await Deno.readFile(`${home}/ours`),
        );
      });
    },
  });
}

Deno.test({
  name: "a sandbox node sends talosctl what it sends osctl",
  ignore: REFERENCES["v1.8"] === undefined,
  async fn() {
    await withSandbox({ alpn: true }, async ({ run, nodes, osconfig }) => {
      const node = nodes[0]!.address;
      const flags = ["-i", "lo", "--duration", "1s"];
      const filter = "{ 0x30, 0, 0, 0x00000017 },\n{ 0x15, 0, 1, 0x00000006 },\n" +
        "{ 0x6, 0, 0, 0x00040000 },\n{ 0x6, 0, 0, 0x00000000 },";
      const args = ["pcap", ...flags, "--bpf-filter", filter];
      const theirs = await outputOf(
        ...[
          REFERENCES["v1.8"]!,
          "--talosconfig",
          osconfig,
          "-n",
          node,
          "-e",
          node,
          ...args,
        ] as const,
      );
      const ours = await run([...args, "-n", node]);
      for (const text of [theirs, ours.stdout]) {
        assert.match(text, /^PACKET: \d+ bytes.*\n- Layer 1 \(14 bytes\) = Ethernet\t/);
        assert.match(text, /- Layer 3 \(\d+ bytes\) = TCP\t/);
        assert.doesNotMatch(text, /= UDP\t/);
      }
      const unknown = await run(["pcap", "-i", "eth99", "-n", node]);
      assert.match(unknown.stderr, /interface "eth99" not found/);
    });
  },
});
