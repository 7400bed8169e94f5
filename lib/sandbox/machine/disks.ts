/**
 * Handler of `Disks`: the block devices in `/sys/block`.
 *
 * @module
 */
import { storage, StorageService } from "../../../proto/storage.ts";
import { type Binding, unary } from "../types.ts";

/** Unit of `size` files in `/sys/block`, bytes, independent of the disk's sector size. */
const SECTOR_SIZE = 512;
/** Virtual block devices, which Talos nodes do not list. */
const VIRTUAL = /^(loop|ram|zram|dm-|md|nbd)/;

/** Returns the binding of `Disks`. */
export function diskBindings(): Binding[] {
  return [
    unary(
      StorageService.Disks,
      () => Promise.resolve(storage.DisksResponse.create({ messages: [{ disks: listDisks() }] })),
    ),
  ];
}

/**
 * Returns the disks of this machine, sorted by name.
 *
 * @param blocks folder with one entry per block device.
 */
export function listDisks(blocks = "/sys/block"): storage.IDisk[] {
  let names: string[];
  try {
    names = [...Deno.readDirSync(blocks)].map(({ name }) => name);
  } catch (error) {
    // Containers may have no `/sys/block`.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return names.filter((name) => !VIRTUAL.test(name)).sort()
    .map((name) => readDisk(blocks, name))
    // Drives without a medium have size 0.
    .filter((disk) => disk.size !== 0);
}

function readDisk(blocks: string, name: string): storage.IDisk {
  const folder = `${blocks}/${name}`;
  const attribute = (path: string) => readAttribute(`${folder}/${path}`);
  const location = realPath(folder);
  return {
    deviceName: `/dev/${name}`,
    size: Number(attribute("size")) * SECTOR_SIZE,
    model: attribute("device/model"),
    name: attribute("device/name"),
    serial: attribute("device/serial") || attribute("serial"),
    modalias: attribute("device/modalias"),
    uuid: attribute("device/uuid") || attribute("uuid"),
    wwid: attribute("device/wwid") || attribute("wwid"),
    type: diskType(name, location, attribute("queue/rotational") === "1"),
    busPath: busPath(location),
    subsystem: realPath(`${folder}/subsystem`),
    readonly: attribute("ro") === "1",
  };
}

/** Returns the disk type. A virtual disk that is not rotational has type UNKNOWN, not SSD. */
function diskType(name: string, location: string, rotational: boolean): storage.Disk.DiskType {
  if (name.startsWith("sr")) return storage.Disk.DiskType.CD;
  if (name.startsWith("nvme")) return storage.Disk.DiskType.NVME;
  if (name.startsWith("mmcblk")) return storage.Disk.DiskType.SD;
  if (rotational) return storage.Disk.DiskType.HDD;
  return location.includes("/virtual/") ? storage.Disk.DiskType.UNKNOWN : storage.Disk.DiskType.SSD;
}

/** Returns the device path below `/sys/devices`, without the block device itself. */
function busPath(location: string): string {
  const [, path] = /^\/sys\/devices(\/.*)\/block\/[^/]+$/.exec(location) ?? [];
  return path ?? "";
}

/** Resolves symbolic links; empty when the path does not exist. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (isAbsent(error)) return "";
    throw error;
  }
}

/** Reads a sysfs attribute; empty when it is missing or not readable. */
function readAttribute(path: string): string {
  try {
    return Deno.readTextFileSync(path).trim();
  } catch (error) {
    if (isAbsent(error)) return "";
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotADirectory ||
    // Drivers return these for attributes that the device does not support.
    (error instanceof Error && "code" in error &&
      ["EINVAL", "EIO", "ENODEV", "EOPNOTSUPP"].includes(String(error.code)));
}
