import assert from "node:assert/strict";
import { packTar } from "modern-tar";
import { StatusCode } from "../../lib/rpc/mod.ts";
import { StatusError } from "../../lib/rpc/status.ts";
import { stream, unary } from "../../lib/sandbox/types.ts";
import { common } from "../../proto/common.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const UID = "4cd988c9-afbf-4186-81cc-9f0b339e7ab9";
const CONTAINER = "2bc73af2d40e";

const FILES: Readonly<Record<string, string>> = {
  "cgroup.procs": "",
  "cpu.stat": "user_usec 2000000\nsystem_usec 1000\n",
  "io.stat": "7:1 \n253:0 rbytes=631296 wbytes=0 rios=1 wios=2\n",
  "init/cpu.stat": "user_usec 500000\nsystem_usec 1\n",
  "init/cpu.max": "max 100000\n",
  "init/memory.current": "631296\n",
  "init/memory.peak": "9\n",
  "init/memory.low": "max\n",
  "init/memory.min": "0\n",
  "init/memory.max": "max\n",
  "init/memory.pressure": "some avg10=0.05 avg60=1.50 avg300=0.00 total=5\nfull avg10=10.00\n",
  "init/cgroup.procs": "1\n77\n",
  "init/cgroup.threads": "1\n77\n78\n",
  "init/cpuset.cpus.effective": "0-3\n",
  "init/memory.swap.current": "10485760\n",
  "init/io.stat": "253:0 rbytes=631296 wbytes=4096 rios=1 wios=2\n",
  [`kubepods/pod${UID}/${CONTAINER}/memory.current`]: "4096\n",
};

async function archive(
  entries: readonly { name: string; text?: string; target?: string }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const tar = await packTar(entries.map(({ name, text, target }) => ({
    header: target === undefined
      ? { name, size: new TextEncoder().encode(text).length, type: "file" as const }
      : { name, size: 0, type: "symlink" as const, linkname: target },
    ...text === undefined ? {} : { body: text },
  })));
  const gzip = new Blob([tar as Uint8Array<ArrayBuffer>]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(gzip).arrayBuffer());
}

const groups = () => archive(Object.entries(FILES).map(([name, text]) => ({ name, text })));

const bindings = [
  stream(MachineService.Copy, async function* ({ rootPath }) {
    const devices = [{ name: "253:0", target: "../../devices/virtual/block/vda" }];
    const bytes = rootPath === "/sys/fs/cgroup" ? await groups() : await archive(devices);
    yield common.Data.create({ bytes });
  }),
  unary(MachineService.Processes, () =>
    Promise.resolve(machine.ProcessesResponse.create({
      messages: [{ processes: [{ pid: 1, executable: "/sbin/init" }] }],
    }))),
  unary(MachineService.Containers, () =>
    Promise.resolve(machine.ContainersResponse.create({
      messages: [{
        containers: [{ uid: UID, podId: "kube-system/dns", internalId: CONTAINER, name: "dns" }],
      }],
    }))),
];

const cells = (text: string) =>
  text.split("\n").slice(0, -1).map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));

Deno.test("cgroups prints the tree of groups with the names of pods and containers", async () => {
  await withSandbox({ osVersion: "v1.14.0-rc.1", bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["cgroups", "-n", node]);
    assert.deepEqual([code, stderr], [0, ""]);
    const lines = stdout.split("\n");
    assert.match(lines[0]!, /^NAME +MemCurrent +MemPeak +MemLow +Peak\/Low +MemHigh +MemMin /);
    assert.match(lines[2]!, /^├──init +616 KiB +9 B +max +0\.00% +unset +0 B +max% +max$/);
    assert.deepEqual(lines.slice(3, 6).map((line) => line.split(/ {3}(?! *[└├])/)[0]!.trimEnd()), [
      "└──kubepods",
      "    └──kube-system/dns",
      "        └──dns",
    ]);
    const plain = await run(["cg", "--skip-cri-resolve", "-n", node]);
    assert.match(plain.stdout, new RegExp(`──pod${UID} `));
    const rows: readonly (readonly [preset: string, row: RegExp])[] = [
      ["cpu", /^├──init +unset +unset +\[ +max 100000\] +500ms +25\.00% +1µs +0\.10% +unset$/],
      ["cpuset", /^├──init +0-3 *$/],
      ["io", /^├──init +vda: 616 KiB\/4\.0 KiB +vda: 1\/2 +unset +unset +unset$/],
      ["process", /^├──init +unset +unset +unset +2 +3 +\[init 77\]$/],
      ["psi", /^├──init +616 KiB +0\.05 +10\.00 +unset +unset$/],
      ["swap", /^├──init +10 MiB +unset +unset +unset +unset +unset +unset$/],
    ];
    for (const [preset, row] of rows) {
      const { stdout } = await run(["cgroups", "--preset", preset, "-n", node]);
      assert.match(stdout.split("\n")[2]!, row);
      assert.equal(cells(stdout).length, 6, preset);
    }
  });
});

// Source: Copy of v1.4 to v1.14 sends the skipped files as an error after the archive; the cgroups
// command of talosctl reads up to the end of the archive only.
Deno.test("cgroups prints the groups when a node could not read some of their files", async () => {
  const skipped = '1 error occurred:\n\t* skipping "/sys/fs/cgroup/a/cpu.stat": no such file\n\n';
  const partial = stream(MachineService.Copy, async function* ({ rootPath }) {
    const isTree = rootPath === "/sys/fs/cgroup";
    yield common.Data.create({ bytes: isTree ? await groups() : await archive([]) });
    if (isTree) yield common.Data.create({ metadata: { error: skipped } });
  });
  const others = bindings.slice(1);
  await withSandbox({ bindings: [partial, ...others] }, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["cgroups", "-n", nodes[0]!.address]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^├──init +616 KiB /m);
    assert.match(
      stderr,
      /^osctl: warning: files skipped: [\d.]+: 1 error [^\n]*cpu\.stat[^\n]*\n$/,
    );
  });
  const cut = stream(MachineService.Copy, async function* () {
    yield common.Data.create({ bytes: (await groups()).subarray(0, 100) });
    yield common.Data.create({ metadata: { error: "archive failed" } });
  });
  await withSandbox({ bindings: [cut, ...others] }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["cgroups", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /archive failed/);
  });
});

Deno.test("cgroups warns about missing names and fails without groups", async () => {
  const refused = [
    bindings[0]!,
    unary(
      MachineService.Containers,
      () => Promise.reject(new StatusError(StatusCode.unavailable, "no CRI")),
    ),
  ];
  await withSandbox({ bindings: refused }, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["cgroups", "-n", nodes[0]!.address]);
    assert.equal(code, 0);
    assert.match(stderr, /^osctl: warning: cannot read containers: [^\n]*no CRI[^\n]*\n$/);
    assert.match(stdout, new RegExp(CONTAINER));
  });
  const none = stream(MachineService.Copy, async function* () {
    yield* [];
    await Promise.reject(new StatusError(StatusCode.unknown, "lstat: no such file"));
  });
  await withSandbox({ bindings: [none] }, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["cgroups", "-n", nodes[0]!.address]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /lstat: no such file/);
  });
});
