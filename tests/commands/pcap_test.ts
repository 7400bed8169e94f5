import assert from "node:assert/strict";
import { encodeCaptureHeader, LINK_ETHERNET } from "../../lib/pcap/packet_file.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { type machine, MachineService } from "../../proto/machine.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { scriptedPrompts } from "../helpers/scripted_prompts.ts";
import { sampleCapture, samplePackets } from "../lib/pcap/packets.ts";
import { data } from "./answers.ts";

const LINUX = { ignore: Deno.build.os !== "linux" };

/** A node that records requests and sends a capture, then ends or waits for the end of the call. */
function captureNode({ waits = false, log = "" } = {}) {
  const requests: machine.IPacketCaptureRequest[] = [];
  let captures = 0;
  const bindings = [
    stream(MachineService.PacketCapture, async function* (request, { signal }) {
      requests.push(request);
      yield data(sampleCapture());
      captures++;
      if (!waits) return;
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }),
    stream(MachineService.Logs, async function* () {
      await Promise.resolve();
      for (let count = 0; count < captures; count++) yield data(`12:00:0${count} ${log}\n`);
    }),
  ];
  return { requests, bindings };
}

const COUNT = samplePackets().length;

Deno.test("pcap decodes packets in the layout of talosctl, and counts them", async () => {
  const { requests, bindings } = captureNode();
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["pcap", "-n", node]);
    assert.equal(code, 0, stderr);
    const url = new URL("../data/pcap/reference.txt", import.meta.url);
    assert.equal(stdout, await Deno.readTextFile(url));
    assert.equal(stderr, `osctl: ${COUNT} packets captured, 2 truncated to 65536 bytes\n`);
    const { interface: name, promiscuous, snapLen, bpfFilter } = requests[0]!;
    assert.deepEqual([name, promiscuous, snapLen, bpfFilter], ["eth0", false, 0, []]);

    const brief = await run(["tcpdump", "--brief", "-n", node]);
    assert.deepEqual([brief.code, brief.stdout.split("\n").length], [0, COUNT + 1]);
    const json = await run(["pcap", "-o", "json", "-n", node]);
    const packets = json.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(packets.length, COUNT);
    assert.equal(packets[0].time, "2023-11-14T22:13:20.00000012Z");
    assert.equal(packets[0].layers[1].layer, "ARP");
  });
});

Deno.test("pcap sends interface, mode, filter and snapshot length", async () => {
  const { requests, bindings } = captureNode();
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const flags = ["-i", "lo", "--promiscuous", "--bpf-filter", "{ 0x6, 0, 0, 0x00040000 },"];
    const old = await run(["pcap", ...flags, "-s", "96", "-n", node], { release: "v1.4" });
    assert.equal(old.code, 0, old.stderr);
    const [first] = requests;
    assert.deepEqual([first!.interface, first!.promiscuous, first!.snapLen], ["lo", true, 96]);
    assert.deepEqual(first!.bpfFilter!.map(({ op, jt, jf, k }) => [op, jt, jf, k]), [[
      6,
      0,
      0,
      262144,
    ]]);
    await run(["pcap", "-n", node], { release: "v1.4" });
    assert.equal(requests[1]!.snapLen, 65536);
    assert.equal((await run(["pcap", "-s", "96", "-n", node], { release: "v1.8" })).code, 2);
    // Loopback has Ethernet headers: the type is a half word at offset 12.
    await run(["pcap", "-i", "lo", "--bpf-filter", "arp", "-n", node]);
    assert.deepEqual(requests[2]!.bpfFilter!.map(({ op, k }) => [op, k]), [
      ...[[0x28, 12], [0x15, 0x806], [6, 262144], [6, 0]],
    ]);
  });
});

Deno.test("pcap writes the capture to a file or stdout", async () => {
  const { bindings } = captureNode();
  await withSandbox({ bindings }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const path = `${home}/eth0.pcap`;
    const { code, stdout, stderr } = await run(["pcap", "-o", path, "-n", node]);
    assert.deepEqual([code, stdout], [0, ""], stderr);
    assert.deepEqual(await Deno.readFile(path), sampleCapture());
    assert.match(stderr, new RegExp(`^osctl: ${COUNT} packets captured, .*; wrote "${path}"\n$`));
    const piped = await run(["pcap", "-o", "-", "-n", node]);
    assert.deepEqual(piped.bytes, sampleCapture());
    if (Deno.build.os === "linux") {
      const full = await run(["pcap", "-o", "/dev/full", "-n", node]);
      assert.equal(full.code, 1);
      assert.match(full.stderr, /packets captured/);
      assert.doesNotMatch(full.stderr, /wrote/);
    }

    await Deno.writeTextFile(path, "other");
    const refused = await run(["pcap", "-o", path, "-n", node]);
    assert.deepEqual([refused.code, await Deno.readTextFile(path)], [1, "other"]);
    assert.match(refused.stderr, /already exists; .*--force/);
    const confirmed = await run(["pcap", "-o", path, "-n", node], {
      terminals: ["stdin", "stdout", "stderr"],
      wiring: { prompts: scriptedPrompts([["overwrite it", "no"]]) },
    });
    assert.equal(confirmed.code, 130);
    assert.equal(await Deno.readTextFile(path), "other");
    assert.equal((await run(["pcap", "-o", path, "--force", "-n", node])).code, 0);
    assert.deepEqual(await Deno.readFile(path), sampleCapture());
  });
});

Deno.test("^C ends a capture with a whole file and its number of packets", async () => {
  const { bindings } = captureNode({ waits: true });
  await withSandbox({ bindings }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    for (const output of [[], ["-o", `${home}/x.pcap`]]) {
      const stop = new AbortController();
      const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
      const interrupt = () => stop.abort(new InterruptError("SIGINT"));
      system.stdout.onWrite = interrupt;
      const timer = output.length === 0 ? undefined : setInterval(async () => {
        const part = await Deno.stat(`${home}/x.pcap.part`).catch(() => undefined);
        if (part !== undefined) setTimeout(interrupt, 300);
      }, 20);
      const { code, stderr } = await run(["pcap", ...output, "-n", node], { system });
      clearInterval(timer);
      assert.equal(code, 0, stderr);
      assert.match(stderr, new RegExp(`^osctl: ${COUNT} packets captured`));
    }
    assert.deepEqual(await Deno.readFile(`${home}/x.pcap`), sampleCapture());
  });
});

Deno.test("a capture without --duration prints on a terminal how to end it", async () => {
  const { bindings } = captureNode({});
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const args = ["pcap", "--brief", "-n", nodes[0]!.address];
    const hint = "osctl: capturing packets of eth0; press ^C to stop, or set --duration\n";
    const shown = await run(args, { terminals: ["stderr"] });
    assert.ok(shown.stderr.includes(hint), shown.stderr);
    assert.ok(!(await run(args)).stderr.includes("--duration"));
    const timed = await run([...args, "--duration", "1m"], { terminals: ["stderr"] });
    assert.ok(!timed.stderr.includes("press"), timed.stderr);
  });
});

Deno.test("--duration ends a capture and reports dropped packets", async () => {
  const log =
    "machined pcap: packets captured 9, polls 2, socket stats: drops 4, packets 13, queue freezes 0";
  const { bindings } = captureNode({ waits: true, log });
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const args = ["pcap", "--brief", "--duration", "600ms", "-n", nodes[0]!.address];
    const { code, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^osctl: \d+ packets captured, 2 truncated .*, 4 dropped by the node\n$/);
  });
});

Deno.test("pcap names an incomplete file", async () => {
  const cut = stream(MachineService.PacketCapture, async function* () {
    const capture = sampleCapture();
    yield await Promise.resolve(data(capture.subarray(0, capture.length - 3)));
  });
  await withSandbox({ bindings: [cut] }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["pcap", "-o", "x.pcap", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /^osctl: \d+ packets captured, [^\n]*; "x\.pcap" is incomplete\n/);
  });
});

Deno.test("pcap reports a capture that ends inside a packet", async () => {
  const cut = stream(MachineService.PacketCapture, async function* () {
    const capture = sampleCapture();
    yield await Promise.resolve(data(capture.subarray(0, capture.length - 3)));
  });
  await withSandbox({ bindings: [cut] }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["pcap", "--brief", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /ended inside a packet: \d+ bytes were dropped/);
    assert.match(stderr, new RegExp(`${COUNT - 1} packets captured`));
  });
});

Deno.test("the end of --duration inside a packet is not a fault: the rest is dropped", async () => {
  const flowing = stream(MachineService.PacketCapture, async function* (_, { signal }) {
    const capture = sampleCapture();
    yield data(capture.subarray(0, capture.length - 3));
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  });
  await withSandbox({ bindings: [flowing] }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const printed = await run(["pcap", "--brief", "--duration", "300ms", "-n", node]);
    assert.equal(printed.code, 0, printed.stderr);
    assert.equal(printed.stdout.split("\n").length, COUNT);
    const path = `${home}/eth0.pcap`;
    const { code, stderr } = await run(["pcap", "--duration", "300ms", "-o", path, "-n", node]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, new RegExp(`^osctl: ${COUNT - 1} packets captured.*; wrote "${path}"\n$`));
  });
});

Deno.test("pcap of a node that sends nothing names --duration", async () => {
  const silent = stream(MachineService.PacketCapture, async function* (_, { signal }) {
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    yield data(new Uint8Array());
  });
  await withSandbox({ bindings: [silent] }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["pcap", "--duration", "300ms", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /no response within 300ms; check the node, or increase --duration\n$/);
  });
});

Deno.test("a capture without packets succeeds", async () => {
  const empty = stream(MachineService.PacketCapture, async function* () {
    const header = { snapLength: 4096, linkType: LINK_ETHERNET, nanoseconds: true };
    yield await Promise.resolve(data(encodeCaptureHeader(header)));
  });
  await withSandbox({ bindings: [empty] }, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["pcap", "-n", nodes[0]!.address]);
    assert.deepEqual([code, stdout, stderr], [0, "", "osctl: 0 packets captured\n"]);
  });
});

Deno.test("pcap rejects invalid flags before any call", async () => {
  const { requests, bindings } = captureNode();
  await withSandbox({ workers: 1, bindings }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    const cases: [string[], RegExp][] = [
      [["--brief", "-o", "x"], /--brief cannot be combined with --output/],
      [["-i", ""], /--interface is empty/],
      [["--duration", "-1s"], /--duration is negative/],
      [["--bpf-filter", "tcp prt 1"], /unexpected text at "prt" \(column 5\)/],
      [["--bpf-filter", "{ 0x28 }"], /invalid BPF instruction on line 1/],
    ];
    for (const [flags, reason] of cases) {
      const { code, stderr } = await run(["pcap", ...flags, "-n", node]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, reason);
    }
    const terminal = await run(["pcap", "-o", "-", "-n", node], { terminals: ["stdout"] });
    assert.deepEqual([terminal.code, terminal.stdout], [2, ""]);
    const several = await run(["pcap", "-n", nodes.map(({ address }) => address).join(",")]);
    assert.equal(several.code, 2);
    const folder = await run(["pcap", "-o", `${home}/none/x`, "-n", node]);
    assert.equal(folder.code, 1);
    assert.equal(requests.length, 0);
  });
});

Deno.test("a sandbox node captures on loopback", LINUX, async () => {
  await withSandbox({}, async ({ run, nodes, osconfigFor }) => {
    const node = nodes[0]!.address;
    const all = await run(["pcap", "-i", "lo", "--brief", "--duration", "1s", "-n", node]);
    assert.equal(all.code, 0, all.stderr);
    assert.ok(all.stdout.split("\n").length > 3, all.stdout);
    const none = await run([
      ...["pcap", "-i", "lo", "--brief", "--duration", "1s", "-n", node],
      ...["--bpf-filter", "tcp port 1 and udp[0] = 1 or ip[8] = 254"],
    ]);
    assert.deepEqual([none.code, none.stdout], [0, ""], none.stderr);
    const missing = await run(["pcap", "-i", "eth99", "-n", node]);
    assert.match(missing.stderr, /: interface "eth99" not found/);
    const reader = await osconfigFor("os:reader");
    const denied = await run(["pcap", "-i", "lo", "-n", node, "--osconfig", reader]);
    assert.equal(denied.code, 1);
    assert.match(denied.stderr, /not authorized|permission/i);
  });
});
