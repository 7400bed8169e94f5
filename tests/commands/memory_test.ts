import assert from "node:assert/strict";
import { unary } from "../../lib/sandbox/types.ts";
import { Long } from "../../proto/long.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const memoryBinding = (meminfo: machine.IMemInfo) =>
  unary(
    MachineService.Memory,
    () => Promise.resolve(machine.MemoryResponse.create({ messages: [{ meminfo }] })),
  );

Deno.test("memory prints MiB, with --verbose KiB, and bytes in records", async () => {
  const figures = {
    memtotal: 24_684_084,
    memfree: 22_633_472,
    memavailable: 23_843_348,
    buffers: 3_560,
    cached: 920_896,
    shmem: 10_400,
    hugepagestotal: 3,
    hugepagesize: 2048,
    directmap1g: 7,
  };
  await withSandbox({ bindings: [memoryBinding(figures)] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const table = await run(["memory", "-n", node]);
    assert.equal(
      table.stdout,
      `${
        "NODE".padEnd(node.length)
      }   TOTAL   USED   FREE    SHARED   BUFFERS   CACHE   AVAILABLE\n` +
        `${node}   24105   1099   22103   10       3         899     23284\n`,
    );
    for (const args of [["memory", "-v"], ["m", "--verbose"], ["free", "-v", "--no-headers"]]) {
      const { stdout } = await run([...args, "-n", node]);
      const lines = stdout.split("\n").slice(0, -1);
      assert.equal(lines.length, 49);
      assert.deepEqual(lines.slice(0, 3), [
        `NODE: ${node}`,
        "MemTotal: 24684084 kB",
        "MemFree: 22633472 kB",
      ]);
      assert.deepEqual(lines.slice(41, 43), ["HugePagesTotal: 3", "HugePagesFree: 0"]);
      assert.deepEqual(lines.slice(45), [
        "Hugepagesize: 2048 kB",
        "DirectMap4k: 0 kB",
        "DirectMap2M: 0 kB",
        "DirectMap1G: 7 kB",
      ]);
    }
    const json = await run(["memory", "-v", "-o", "json", "-n", node]);
    const [record] = JSON.parse(json.stdout);
    const { meminfo, ...rest } = record;
    assert.deepEqual(rest, {
      node,
      total: 24_684_084 * 1024,
      used: (24_684_084 - 22_633_472 - 920_896 - 3_560) * 1024,
      free: 22_633_472 * 1024,
      shared: 10_400 * 1024,
      buffers: 3_560 * 1024,
      cache: 920_896 * 1024,
      available: 23_843_348 * 1024,
    });
    assert.equal(Object.keys(meminfo).length, 48);
    assert.deepEqual(
      [meminfo.HugePagesTotal, meminfo.Hugepagesize, meminfo.DirectMap1G],
      [3, 2 * 1024 * 1024, 7 * 1024],
    );
  });
});

Deno.test("memory prints exact numbers and never a negative usage", async () => {
  const huge = memoryBinding({ memtotal: Long.MAX_UNSIGNED_VALUE, memfree: 1 });
  await withSandbox({ bindings: [huge] }, async ({ run, nodes }) => {
    const { stdout } = await run(["memory", "--no-headers", "-n", nodes[0]!.address]);
    assert.match(stdout, / 18014398509481983 {3}18014398509481983 {3}0 /);
  });
  await withSandbox({ bindings: [memoryBinding({ memfree: 2048 })] }, async ({ run, nodes }) => {
    const { stdout } = await run(["memory", "--no-headers", "-n", nodes[0]!.address]);
    assert.match(stdout, / 0 {3}0 {3}2 {3}0 {3}0 {3}0 {3}0\n$/);
  });
});

Deno.test("memory -v prints nodes in order and names an unreachable one", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const order = [workers[0]!.address, controlPlanes[0]!.address];
    const { code, stdout, stderr } = await run([
      ...["memory", "-v", "-n", [dead, ...order].join(",")],
    ]);
    assert.equal(code, 1);
    assert.deepEqual([...stdout.matchAll(/^NODE: (.*)$/gm)].map((match) => match[1]), order);
    assert.equal(stderr.split("\n").length, 2);
    assert.ok(stderr.startsWith(`osctl: ${dead}: `));
  });
});
