import { deepEqual, equal } from "node:assert/strict";
import { listDisks } from "../../../../lib/sandbox/machine/disks.ts";
import { storage, StorageService } from "../../../../proto/storage.ts";
import { callOne } from "./call.ts";
import { output, withFolder } from "./folder.ts";
import { programTest } from "../../../helpers/programs.ts";

/** Creates a folder like `/sys/block/<name>`. */
async function fakeDisk(blocks: string, name: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries({ size: "2048", ...files })) {
    const file = `${blocks}/${name}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, `${text}\n`);
  }
}

Deno.test("listDisks() reads the attributes of a disk", async () => {
  await withFolder(async (blocks) => {
    await fakeDisk(blocks, "sda", {
      ro: "1",
      "queue/rotational": "1",
      "device/model": "ST2000DM001  ",
      "device/serial": "Z1E5",
      "device/wwid": "naa.5000c500",
      "device/modalias": "scsi:t-0x00",
    });
    deepEqual(listDisks(blocks), [{
      deviceName: "/dev/sda",
      size: 1048576,
      model: "ST2000DM001",
      name: "",
      serial: "Z1E5",
      modalias: "scsi:t-0x00",
      uuid: "",
      wwid: "naa.5000c500",
      type: storage.Disk.DiskType.HDD,
      busPath: "",
      subsystem: "",
      readonly: true,
    }]);
  });
});

Deno.test("listDisks() derives the disk type", async () => {
  await withFolder(async (blocks) => {
    for (const name of ["vda", "sr0", "nvme0n1", "mmcblk0", "sda"]) {
      await fakeDisk(blocks, name, { "queue/rotational": name === "sda" ? "1" : "0" });
    }
    const { CD, HDD, NVME, SD, SSD } = storage.Disk.DiskType;
    deepEqual(listDisks(blocks).map(({ deviceName, type }) => [deviceName, type]), [
      ["/dev/mmcblk0", SD],
      ["/dev/nvme0n1", NVME],
      ["/dev/sda", HDD],
      ["/dev/sr0", CD],
      ["/dev/vda", SSD],
    ]);
  });
});

Deno.test("listDisks() skips virtual devices and drives without medium", async () => {
  await withFolder(async (blocks) => {
    for (const name of ["loop0", "ram1", "zram0", "dm-0", "md127", "nbd3"]) {
      await fakeDisk(blocks, name, {});
    }
    await fakeDisk(blocks, "sr0", { size: "0" });
    deepEqual(listDisks(blocks), []);
    deepEqual(listDisks(`${blocks}/nope`), []);
  });
});

Deno.test({
  ...programTest("Disks agrees with lsblk", "lsblk"),
  async fn() {
    const { messages } = await callOne(StorageService.Disks, {});
    const found = messages[0]?.disks.map((disk) =>
      `${disk.deviceName} ${disk.size} ${Number(disk.readonly)}`
    );
    const lines = (await output("lsblk", ["-bdnpo", "NAME,SIZE,RO,TYPE"])).trimEnd().split("\n")
      .map((line) => line.split(/\s+/))
      .filter(([name, size, , type]) =>
        /disk|rom/.test(type ?? "") && size !== "0" &&
        !/zram|nbd|ram[0-9]/.test(name ?? "")
      )
      .map(([name, size, readonly]) => `${name} ${size} ${readonly}`);
    equal(found?.join("\n"), lines.sort().join("\n"));
  },
});
