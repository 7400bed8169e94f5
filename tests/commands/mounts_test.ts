import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const mountsBinding = (stats: machine.IMountStat[]) =>
  unary(
    MachineService.Mounts,
    () => Promise.resolve(machine.MountsResponse.create({ messages: [{ stats }] })),
  );

const STATS = [
  { filesystem: "/dev/vda", size: 270_550_000_000, available: 68_920_000_000, mountedOn: "/" },
  { filesystem: "proc", mountedOn: "/proc" },
  { filesystem: "tmpfs", size: 1_000, available: 50, mountedOn: "/a b\n" },
  { filesystem: "odd", size: 0, available: 7, mountedOn: "/odd" },
];

Deno.test("mounts prints sizes in GB and omits file systems without a size", async () => {
  await withSandbox({ bindings: [mountsBinding(STATS)] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (const name of ["mounts", "mount"]) {
      const { code, stdout } = await run([name, "-n", node]);
      assert.equal(code, 0);
      const start = " ".repeat(node.length - 4);
      assert.equal(
        stdout,
        `NODE${start}   FILESYSTEM   SIZE(GB)   USED(GB)   AVAILABLE(GB)   PERCENT USED   MOUNTED ON\n` +
          `${node}   /dev/vda     270.55     201.63     68.92           74.53%         /\n` +
          `${node}   tmpfs        0.00       0.00       0.00            95.00%         /a b\\n\n` +
          `${node}   odd          0.00       0.00       0.00            100.00%        /odd\n`,
      );
    }
    const json = await run(["mounts", "-o", "json", "-n", node]);
    assert.deepEqual(JSON.parse(json.stdout)[1], {
      node,
      filesystem: "tmpfs",
      size: 1000,
      used: 950,
      available: 50,
      percentUsed: 95,
      mountedOn: "/a b\n",
    });
  });
});

Deno.test("mounts rounds halves as talosctl does", async () => {
  const size = 3_125_000_000;
  const stats = [{ filesystem: "/dev/vda", size, available: size / 32 * 31, mountedOn: "/" }];
  await withSandbox({ bindings: [mountsBinding(stats)] }, async ({ run, nodes }) => {
    const { stdout } = await run(["mounts", "-n", nodes[0]!.address]);
    assert.match(stdout, / \/dev\/vda +3\.12 +0\.10 +3\.03 +3\.12% +\/\n$/);
  });
});

Deno.test("mounts colours a nearly full file system without moving columns", async () => {
  await withSandbox({ bindings: [mountsBinding(STATS)] }, async ({ run, nodes }) => {
    const plain = await run(["mounts", "-n", nodes[0]!.address]);
    const size = { columns: 120, rows: 24 };
    const shown = await run(["mounts", "-n", nodes[0]!.address], { terminals: ["stdout"], size });
    assert.ok(shown.stdout.includes("\x1b[31m95.00%\x1b[39m         /a b"), shown.stdout);
    assert.ok(!shown.stdout.includes("\x1b[31m74"));
    assert.equal(stripVTControlCharacters(shown.stdout), plain.stdout);
  });
});

Deno.test("mounts of a node without mounts prints the header", async () => {
  await withSandbox({ bindings: [mountsBinding([])] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout } = await run(["mounts", "-n", node]);
    assert.equal(code, 0);
    assert.match(stdout, /^NODE {3}FILESYSTEM [^\n]+ MOUNTED ON\n$/);
    const bare = await run(["mounts", "--no-headers", "-n", node]);
    assert.deepEqual([bare.code, bare.stdout], [0, ""]);
  });
});
