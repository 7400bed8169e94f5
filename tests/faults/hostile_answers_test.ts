/** Responses of nodes that are wrong or hostile. */
import assert from "node:assert/strict";
import { packTar, type TarHeader } from "modern-tar";
import { gzip, paxRecords, type RawEntry, rawTar } from "../helpers/tar.ts";
import { stream, unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { data, entry } from "../commands/answers.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { LONG_LINE } from "./counts.ts";

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Texts that must not reach a terminal or a table unescaped. */
const EVIL = "\x1b]0;title\x07\x1b[2J\r\nsecond\u009b31m\u202egpj";

Deno.test("control characters in responses are escaped in tables", async () => {
  const bindings = [
    unary(MachineService.ServiceList, () =>
      Promise.resolve(machine.ServiceListResponse.create({
        messages: [{
          services: [{
            id: EVIL,
            state: EVIL,
            health: { lastMessage: EVIL, healthy: true },
            events: { events: [{ msg: EVIL, state: EVIL }] },
          }],
        }],
      }))),
    stream(MachineService.List, async function* () {
      yield await Promise.resolve(
        entry({ name: EVIL, relativeName: EVIL, link: EVIL, error: "" }),
      );
    }),
    unary(MachineService.Containers, () =>
      Promise.resolve(machine.ContainersResponse.create({
        messages: [{ containers: [{ id: EVIL, image: EVIL, status: EVIL, podId: EVIL }] }],
      }))),
    unary(MachineService.Mounts, () =>
      Promise.resolve(machine.MountsResponse.create({
        messages: [{ stats: [{ filesystem: EVIL, mountedOn: EVIL, size: 2 ** 30 }] }],
      }))),
    unary(MachineService.Version, () =>
      Promise.resolve(machine.VersionResponse.create({
        messages: [{ version: { tag: EVIL, sha: EVIL }, platform: { name: EVIL } }],
      }))),
  ];
  await withSandbox({ bindings }, async ({ run, home, nodes }) => {
    const commands = [["service"], ["list", "/"], ["list", "-l", "/"], ["containers"], ["mounts"], [
      "version",
    ]];
    for (const args of commands) {
      const system = fakeSystem({ home, clock: wallClock, terminals: ["stdout", "stderr"] });
      const { stdout } = await run([...args, "-n", nodes[0]!.address], { system });
      // Colours and the status line are ours.
      // deno-lint-ignore no-control-regex
      const shown = stdout.replaceAll(/\x1b\[[\d;]*[mK]|\r(?=\x1b\[K)/g, "");
      assert.doesNotMatch(shown, CONTROLS, `${args}: ${JSON.stringify(shown)}`);
      assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069]/, `${args}: direction`);
      assert.match(shown, /\\x1b\]/, `${args}: ${JSON.stringify(shown)}`);
    }
  });
});

Deno.test(`a line of ${LONG_LINE} bytes passes through logs and dmesg whole`, async () => {
  const block = new Uint8Array(1_000_000).fill(0x78);
  const bindings = [MachineService.Logs, MachineService.Dmesg].map((method) =>
    stream(method, async function* () {
      for (let sent = 0; sent < LONG_LINE; sent += block.length) {
        yield await Promise.resolve(data(block));
      }
      // An invalid UTF-8 sequence.
      yield data(Uint8Array.of(0xff, 0xc3, 0x28, 0x0a));
    })
  );
  await withSandbox({ bindings }, async ({ run, home, nodes }) => {
    for (const args of [["logs", "x"], ["dmesg"]]) {
      const system = fakeSystem({ home, clock: wallClock });
      let length = 0;
      let last = new Uint8Array();
      const { stdout } = system;
      stdout.write = (chunk) => {
        const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk.slice();
        length += bytes.length;
        last = Uint8Array.of(...last.slice(-8), ...bytes.slice(-8));
        return Promise.resolve();
      };
      const { code, stderr } = await run([...args, "-n", nodes[0]!.address], { system });
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
      assert.equal(length, LONG_LINE + 4 + `${nodes[0]!.address}: `.length);
      assert.deepEqual([...last.slice(-5)], [0x78, 0xff, 0xc3, 0x28, 0x0a]);
    }
  });
});

Deno.test("copy refuses what a hostile archive has outside of its folder, and special files", async () => {
  const entries: (Partial<TarHeader> & { name: string; reason: RegExp })[] = [
    { name: "/etc/absolute", reason: /outside the target/ },
    { name: "../above", reason: /outside the target/ },
    { name: "a/../../above", reason: /outside the target/ },
    { name: "device", type: "character-device", reason: /unsupported entry type/ },
    { name: "pipe", type: "fifo", reason: /unsupported entry type/ },
    { name: "hard", type: "link", linkname: "/etc/passwd", reason: /unsupported entry type/ },
    { name: "link/file", reason: /symbolic link "link"/ },
  ];
  const packed = await packTar([
    { header: { name: "link", type: "symlink", size: 0, linkname: "/tmp" } },
    { header: { name: "setuid", size: 1, mode: 0o6755 }, body: "x" },
    { header: { name: "bad\x1b[2Jname", size: 1, mode: 0o644 }, body: "x" },
    ...entries.map(({ reason: _, ...header }) => ({
      header: { size: 0, ...header },
      ...(header.type === undefined ? { body: "" } : {}),
    })),
  ]);
  const bytes = await gzip(packed);
  const sending = stream(MachineService.Copy, async function* () {
    yield await Promise.resolve(data(bytes));
  });
  await withSandbox({ bindings: [sending] }, async ({ run, home, nodes }) => {
    const { code, stderr } = await run(["copy", "/x", "t", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    const lines = stderr.split("\n").slice(0, -1);
    assert.equal(lines.length, entries.length, stderr);
    for (const [index, { reason }] of entries.entries()) assert.match(lines[index]!, reason);
    assert.doesNotMatch(stderr, CONTROLS);
    const names = [...Deno.readDirSync(`${home}/t`)].map(({ name }) => name).sort();
    assert.deepEqual(names, ["bad\x1b[2Jname", "link", "setuid"]);
    assert.equal((await Deno.stat(`${home}/t/setuid`)).mode! & 0o7777, 0o755);
  });
});

Deno.test("copy writes nothing of damaged archives, and expands sparse files", async () => {
  const pax = (...records: readonly (readonly [string, string])[]): RawEntry => ({
    name: "pax",
    flag: "x",
    data: paxRecords(...records),
  });
  const good: RawEntry = { name: "good", data: "kept" };
  const damaged: [RegExp, readonly RawEntry[]][] = [
    [/invalid size "-1"/, [pax(["size", "-1"]), { name: "bad", data: "content" }]],
    [/negative size/, [{ name: "bad", size: new Uint8Array(12).fill(0xff) }]],
    [/"bad" ends after \d+ of 8000000000 bytes/, [{ name: "bad", size: 8e9, data: "x" }]],
    [/invalid map of a sparse file/, [
      pax(["GNU.sparse.size", "9007199254740991"], ["GNU.sparse.map", "9007199254740991,9"]),
      { name: "bad", data: "content" },
    ]],
    [/does not match its data/, [
      pax(["GNU.sparse.major", "1"], ["GNU.sparse.minor", "0"], ["GNU.sparse.realsize", "0"]),
      { name: "bad", data: "0\n".padEnd(512, "\0") + "hidden" },
    ]],
    [/extended header is too large/, [{ name: "bad", flag: "L", size: 2e6 }]],
    [/malformed extended header/, [{ name: "bad", flag: "x", data: "99999 path=x\n" }]],
    [/invalid header checksum/, [{ name: "bad", isDamaged: true }]],
  ];
  let archive: Uint8Array<ArrayBuffer> = new Uint8Array();
  const sending = stream(MachineService.Copy, async function* () {
    yield await Promise.resolve(data(archive));
  });
  await withSandbox({ bindings: [sending] }, async ({ run, home, nodes }) => {
    const copy = (target: string) => run(["copy", "/x", target, "-n", nodes[0]!.address]);
    for (const [index, [reason, entries]] of damaged.entries()) {
      archive = await gzip(rawTar(good, ...entries));
      await Deno.mkdir(`${home}/damaged-${index}`);
      const { code, stderr } = await copy(`damaged-${index}`);
      assert.equal(code, 1, String(reason));
      assert.match(stderr, reason);
      assert.match(stderr, /^(osctl: [^\n]+\n){2}$/);
      const names = [...Deno.readDirSync(`${home}/damaged-${index}`)].map(({ name }) => name);
      assert.deepEqual(names, ["good"], String(reason));
    }
    const long = "l".repeat(255);
    archive = await gzip(rawTar(
      ...[good, { name: "L", flag: "L", data: "l".repeat(300_000) }, { name: "short" }],
      ...[{ name: "L", flag: "L", data: `${"d/".repeat(100)}${long}` }, { name: "short" }],
      ...[pax(["GNU.sparse.size", "3"], ["GNU.sparse.map", "1,1"]), { name: "holes", data: "x" }],
    ));
    const { code, stderr } = await copy("t");
    assert.equal(code, 1);
    assert.match(stderr, /cannot create "[^\n]+l+": file name too long\n$/);
    archive = await gzip(rawTar(
      ...[{ name: "L", flag: "L", data: `${"d/".repeat(100)}${long}` }, { name: "short" }],
      ...[pax(["GNU.sparse.size", "3"], ["GNU.sparse.map", "1,1"]), { name: "holes", data: "x" }],
    ));
    const expanded = await copy("expanded");
    assert.deepEqual([expanded.code, expanded.stderr], [0, ""]);
    assert.equal(await Deno.readTextFile(`${home}/expanded/holes`), "\0x\0");
    await Deno.stat(`${home}/expanded/${"d/".repeat(100)}${long}`);
  });
});

Deno.test("resources with a spec of another type are printed or rejected in one line", async () => {
  const specs = [
    "- a list\n",
    "text\n",
    "12\n",
    "null\n",
    "hostname: {a: b}\naddresses: 12\n",
    "hostname: [\n",
    "\0",
    "a: &a [*a]\n",
    "x: " + "[".repeat(5000) + "\n",
    "hostname: !!binary AAEC\n",
    `hostname: "\\e[2J"\n`,
  ];
  await withSandbox({}, async ({ run, nodes, cluster }) => {
    const node = nodes[0]!;
    const { store } = cluster.stateOf(node);
    for (const [index, yaml] of specs.entries()) {
      const spec = { value: {}, proto: new Uint8Array(), yaml };
      const id = `hostile-${index}`;
      store.create({
        namespace: "cluster",
        type: "Members.cluster.talos.dev",
        id,
        spec,
        labels: {},
      });
      for (const format of ["table", "json", "yaml", "jsonpath={.spec.hostname}"]) {
        const args = ["get", "members", id, "-o", format, "-n", node.address];
        const { code, stdout, stderr } = await run(args);
        const title = `${format} of ${JSON.stringify(yaml.slice(0, 40))}: ${stdout}${stderr}`;
        assert.ok(code === 0 ? stderr === "" : code === 1, title);
        if (code === 1) assert.match(stderr, /^osctl: [^\n]+\n$/, title);
        assert.doesNotMatch(stderr, /internal error|\n +at /, title);
        if (format === "table") assert.doesNotMatch(stdout, CONTROLS, title);
      }
    }
  });
});
