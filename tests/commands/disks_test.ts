import assert from "node:assert/strict";
import { unary } from "../../lib/sandbox/types.ts";
import { Long } from "../../proto/long.ts";
import { storage, StorageService } from "../../proto/storage.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

const disksBinding = (disks: storage.IDisk[]) =>
  unary(
    StorageService.Disks,
    () => Promise.resolve(storage.DisksResponse.create({ messages: [{ disks }] })),
  );

/** An unknown disk type. */
const LATER = 9 as storage.Disk.DiskType;

const DISKS: storage.IDisk[] = [
  {
    deviceName: "/dev/nvme0n1",
    model: "Fast\tOne",
    serial: "S1",
    type: storage.Disk.DiskType.NVME,
    uuid: "u-1",
    wwid: "w-1",
    modalias: "m-1",
    name: "n-1",
    size: 2_000_398_934_016,
    busPath: "/pci0000:00/nvme",
    subsystem: "/sys/class/block",
    systemDisk: true,
  },
  { deviceName: "/dev/sr0", size: Long.MAX_UNSIGNED_VALUE, readonly: true, type: LATER },
];

Deno.test("disks prints known fields and dashes for unknown ones", async () => {
  await withSandbox({ bindings: [disksBinding(DISKS)] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout } = await run(["disks", "-n", node]);
    assert.equal(code, 0);
    assert.deepEqual(lines(stdout).slice(1), [
      `${node}   /dev/nvme0n1   Fast\\tOne   S1       NVME   u-1    w-1    m-1        n-1    2.0 TB   ` +
      "/pci0000:00/nvme   /sys/class/block               *",
      `${node}   /dev/sr0       -           -        9      -      -      -          -      18 EB    ` +
      "-                  -                  *           ",
    ]);
    const old = await run(["disks", "-n", node], { release: "v1.4" });
    assert.match(lines(old.stdout)[0]!, / SUBSYSTEM +SYSTEM_DISK$/);

    const json = await run(["disks", "-o", "json", "-n", node]);
    assert.match(json.stdout, /"size":18446744073709551615/);
    assert.deepEqual(JSON.parse(json.stdout)[0], {
      node,
      device: "/dev/nvme0n1",
      model: "Fast\tOne",
      serial: "S1",
      type: "NVME",
      uuid: "u-1",
      wwid: "w-1",
      modalias: "m-1",
      name: "n-1",
      size: 2_000_398_934_016,
      busPath: "/pci0000:00/nvme",
      subsystem: "/sys/class/block",
      readOnly: false,
      systemDisk: true,
    });
  });
});

Deno.test("disks --insecure queries nodes in maintenance mode", async () => {
  const options = { unconfigured: 2, bindings: [disksBinding(DISKS)] };
  await withSandbox(options, async ({ run, unconfigured, controlPlanes, dead }) => {
    const [first, second] = unconfigured.map(({ address }) => address) as [string, string];
    for (const flag of ["-i", "--insecure"]) {
      const one = await run(["disks", flag, "-n", first]);
      assert.equal(one.code, 0, one.stderr);
      assert.match(one.stdout, /^DEV +MODEL [^\n]*\n\/dev\/nvme0n1 /);
    }
    const two = await run(["disks", "-i", "-n", `${second},${dead},${first}`]);
    assert.equal(two.code, 1);
    assert.ok(two.stderr.includes(dead), two.stderr);
    assert.deepEqual(
      lines(two.stdout).map((line) => line.split(" ")[0]),
      ["NODE", second, second, first, first],
    );
    const partial = await run(["disks", "-i", "-n", `${dead},${first}`]);
    assert.deepEqual(
      lines(partial.stdout).map((line) => line.split(" ")[0]),
      ["NODE", first, first],
    );
    const json = await run(["disks", "-i", "-o", "json", "-n", first]);
    assert.deepEqual(JSON.parse(json.stdout).map(({ node }: { node: string }) => node), [
      first,
      first,
    ]);
    const secured = await run(["disks", "-i", "-n", controlPlanes[0]!.address]);
    assert.equal(secured.code, 1);
    assert.match(secured.stderr, /^osctl: [^\n]+\n$/);
  });
});

Deno.test("a node without disks prints nothing, and an empty list as records", async () => {
  await withSandbox({ bindings: [disksBinding([])] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout } = await run(["disks", "-n", node]);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.equal((await run(["disks", "-o", "yaml", "-n", node])).stdout, "[]\n");
  });
});
