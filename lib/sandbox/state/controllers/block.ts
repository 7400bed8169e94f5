/**
 * Block devices and disks from `/sys/block`.
 *
 * @module
 */
import { formatSize } from "../../../output/size.ts";
import { type Controller, desired } from "../controller.ts";
import { BLOCK_DEVICE, type BlockDevice, DISK, type Disk } from "../definitions/machine.ts";
import { exists, listNames, readTrimmed, realPath } from "./system_files.ts";

const FOLDER = "/sys/block";
/** Unit of `size` files, bytes, independent of the device's sector size. */
const SECTOR_SIZE = 512;

/** Returns the controllers of block devices and disks. */
export function blockControllers(): Controller[] {
  return [devicesController(), disks];
}

function devicesController(): Controller {
  const generations = new Map<string, { readonly fingerprint: string; readonly count: number }>();
  return {
    name: "block.DevicesController",
    inputs: [],
    outputs: [{ definition: BLOCK_DEVICE, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 5000 },
    run: () =>
      findDevices(FOLDER).flatMap(({ name, folder }) => {
        const uevent = readTrimmed(`${folder}/uevent`);
        if (uevent === undefined) return [];
        const fingerprint = `${uevent}\n${readTrimmed(`${folder}/size`)}`;
        const before = generations.get(name);
        const count = before?.fingerprint === fingerprint ? before.count : (before?.count ?? 0) + 1;
        generations.set(name, { fingerprint, count });
        return [desired(BLOCK_DEVICE, name, readBlockDevice(folder, uevent, count))];
      }),
  };
}

/** Returns block devices and their partitions. */
export function findDevices(root: string): { name: string; folder: string }[] {
  return listNames(root).flatMap((name) => {
    const folder = `${root}/${name}`;
    const partitions = listNames(folder).filter((part) => exists(`${folder}/${part}/partition`));
    return [
      { name, folder },
      ...partitions.map((part) => ({
        name: part,
        folder: `${folder}/${part}`,
      })),
    ];
  });
}

/** Reads a device from its uevent properties. */
export function readBlockDevice(folder: string, uevent: string, generation: number): BlockDevice {
  const properties = new Map(
    uevent.split("\n").map((line) => line.split("=", 2) as [string, string | undefined]),
  );
  const isPartition = properties.get("DEVTYPE") === "partition";
  const devicePath = realPath(folder) ?? folder;
  return {
    type: isPartition ? "partition" : "disk",
    major: Number(properties.get("MAJOR") ?? 0),
    minor: Number(properties.get("MINOR") ?? 0),
    partitionName: properties.get("PARTNAME"),
    partitionNumber: Number(properties.get("PARTN") ?? 0) || undefined,
    devicePath,
    generation,
    parent: isPartition ? devicePath.split("/").at(-2) : undefined,
  };
}

const disks: Controller = {
  name: "block.DisksController",
  inputs: [{ definition: BLOCK_DEVICE, kind: "weak" }],
  outputs: [{ definition: DISK, kind: "exclusive" }],
  refresh: { kind: "once" },
  run: (view) =>
    view.list(BLOCK_DEVICE).filter(({ spec }) => spec.type === "disk").flatMap(({ id }) => {
      const disk = readDisk(`${FOLDER}/${id}`, id);
      return disk === undefined ? [] : [desired(DISK, id, disk)];
    }),
};

/** Reads a disk; undefined when it has no size or is an internal LVM device. */
export function readDisk(folder: string, name: string): Disk | undefined {
  const text = (path: string) => readTrimmed(`${folder}/${path}`) || undefined;
  const size = Number(text("size") ?? 0) * SECTOR_SIZE;
  // Internal devices of volume groups have the UUID `LVM-<uuid>-<name>`.
  if (size === 0 || /^LVM-[^-]*-/.test(text("dm/uuid") ?? "")) return undefined;
  const sizes = ["optimal_io_size", "minimum_io_size", "logical_block_size"]
    .map((file) => Number(text(`queue/${file}`) ?? 0));
  const location = realPath(folder) ?? "";
  return {
    dev_path: `/dev/${name}`,
    size,
    pretty_size: formatSize(size),
    io_size: sizes.find((one) => one > 0 && (one & (one - 1)) === 0) ?? SECTOR_SIZE,
    sector_size: sizes[2] || SECTOR_SIZE,
    readonly: text("ro") === "1",
    cdrom: name.startsWith("sr"),
    model: text("device/model"),
    serial: text("device/serial") ?? text("serial"),
    modalias: text("device/modalias"),
    wwid: text("wwid") ?? text("device/wwid"),
    bus_path: /^\/sys\/devices(\/.*)\/block\/[^/]+$/.exec(location)?.[1],
    sub_system: realPath(`${folder}/subsystem`),
    transport: diskTransport(folder, name),
    rotational: text("queue/rotational") === "1" || undefined,
  };
}

/** Transports by prefix of the device name. */
const TRANSPORTS: readonly (readonly [prefix: string, transport: string])[] = [
  ["nvme", "nvme"],
  ["vd", "virtio"],
  ["mmcblk", "mmc"],
];

/** Returns the transport of the disk with this folder in `/sys/block`; undefined when unknown. */
function diskTransport(folder: string, name: string): string | undefined {
  const match = TRANSPORTS.find(([prefix]) => name.startsWith(prefix));
  if (match !== undefined) return match[1];
  const device = realPath(`${folder}/device`) ?? "";
  // SCSI addresses have the form `<host>:<channel>:<target>:<lun>`.
  const host = /\/(\d+):[^/]*$/.exec(device)?.[1];
  if (host === undefined) return undefined;
  for (const transport of ["sas", "fc", "iscsi"]) {
    if (exists(`/sys/class/${transport}_host/host${host}`)) return transport;
  }
  if (device.includes("/usb")) return "usb";
  const driver = readTrimmed(`/sys/class/scsi_host/host${host}/proc_name`) ?? "";
  if (driver === "ahci" || driver === "sata") return "sata";
  if (driver.includes("ata")) return "ata";
  return driver === "virtio_scsi" ? "virtio" : undefined;
}
