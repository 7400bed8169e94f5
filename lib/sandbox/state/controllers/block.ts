/**
 * Block devices and disks, from `/sys/block`.
 *
 * @module
 */
import { formatSize } from "../../../output/size.ts";
import { type Controller, wanted } from "../controller.ts";
import { BLOCK_DEVICE, type BlockDevice, DISK, type Disk } from "../definitions/machine.ts";
import { transportOf } from "./disk_transport.ts";
import { exists, namesIn, readLine, resolved } from "./system_files.ts";

const FOLDER = "/sys/block";
/** The unit of `size` files, bytes, whatever the sectors of the device are. */
const SECTOR = 512;

/** Devices and, among them, disks. */
export function blockControllers(): Controller[] {
  return [devicesController(), disks];
}

function devicesController(): Controller {
  const generations = new Map<string, { readonly look: string; readonly count: number }>();
  return {
    name: "block.DevicesController",
    inputs: [],
    outputs: [{ definition: BLOCK_DEVICE, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 5000 },
    run: () =>
      findDevices(FOLDER).flatMap(({ name, folder }) => {
        const uevent = readLine(`${folder}/uevent`);
        if (uevent === undefined) return [];
        const look = `${uevent}\n${readLine(`${folder}/size`)}`;
        const before = generations.get(name);
        const count = before?.look === look ? before.count : (before?.count ?? 0) + 1;
        generations.set(name, { look, count });
        return [wanted(BLOCK_DEVICE, name, describeDevice(folder, uevent, count))];
      }),
  };
}

/** The block devices and their partitions. */
export function findDevices(root: string): { name: string; folder: string }[] {
  return namesIn(root).flatMap((name) => {
    const folder = `${root}/${name}`;
    const partitions = namesIn(folder).filter((part) => exists(`${folder}/${part}/partition`));
    return [
      { name, folder },
      ...partitions.map((part) => ({
        name: part,
        folder: `${folder}/${part}`,
      })),
    ];
  });
}

/** One device, from what the kernel announces of it. */
export function describeDevice(folder: string, uevent: string, generation: number): BlockDevice {
  const facts = new Map(
    uevent.split("\n").map((line) => line.split("=", 2) as [string, string | undefined]),
  );
  const partition = facts.get("DEVTYPE") === "partition";
  const devicePath = resolved(folder) ?? folder;
  return {
    type: partition ? "partition" : "disk",
    major: Number(facts.get("MAJOR") ?? 0),
    minor: Number(facts.get("MINOR") ?? 0),
    partitionName: facts.get("PARTNAME"),
    partitionNumber: Number(facts.get("PARTN") ?? 0) || undefined,
    devicePath,
    generation,
    parent: partition ? devicePath.split("/").at(-2) : undefined,
  };
}

const disks: Controller = {
  name: "block.DisksController",
  inputs: [{ definition: BLOCK_DEVICE, kind: "weak" }],
  outputs: [{ definition: DISK, kind: "exclusive" }],
  refresh: { kind: "once" },
  run: (view) =>
    view.list(BLOCK_DEVICE).filter(({ spec }) => spec.type === "disk").flatMap(({ id }) => {
      const disk = describeDisk(`${FOLDER}/${id}`, id);
      return disk === undefined ? [] : [wanted(DISK, id, disk)];
    }),
};

/** One disk; undefined when it has no size, or is a part of somebody else's bookkeeping. */
export function describeDisk(folder: string, name: string): Disk | undefined {
  const text = (path: string) => readLine(`${folder}/${path}`) || undefined;
  const size = Number(text("size") ?? 0) * SECTOR;
  // The parts that volume groups are made of are named `LVM-<uuid>-<name>`.
  if (size === 0 || /^LVM-[^-]*-/.test(text("dm/uuid") ?? "")) return undefined;
  const sizes = ["optimal_io_size", "minimum_io_size", "logical_block_size"]
    .map((file) => Number(text(`queue/${file}`) ?? 0));
  const location = resolved(folder) ?? "";
  return {
    dev_path: `/dev/${name}`,
    size,
    pretty_size: formatSize(size),
    io_size: sizes.find((one) => one > 0 && (one & (one - 1)) === 0) ?? SECTOR,
    sector_size: sizes[2] || SECTOR,
    readonly: text("ro") === "1",
    cdrom: name.startsWith("sr"),
    model: text("device/model"),
    serial: text("device/serial") ?? text("serial"),
    modalias: text("device/modalias"),
    wwid: text("wwid") ?? text("device/wwid"),
    bus_path: /^\/sys\/devices(\/.*)\/block\/[^/]+$/.exec(location)?.[1],
    sub_system: resolved(`${folder}/subsystem`),
    transport: transportOf(folder, name),
    rotational: text("queue/rotational") === "1" || undefined,
  };
}
