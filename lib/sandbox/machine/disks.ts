/**
 * `Disks`: the block devices of this machine, from `/sys/block`.
 *
 * @module
 */
import { storage, StorageService } from "../../../proto/storage.ts";
import { type Binding, unary } from "../types.ts";

/** The unit of `size` files in `/sys/block`, bytes, whatever the sectors of the disk are. */
const SECTOR = 512;
/** Devices that are no disks: files, memory and others' parts in the shape of one. */
const VIRTUAL = /^(loop|ram|zram|dm-|md|nbd)/;

/** Answers the storage service. */
export function diskBindings(): Binding[] {
  return [
    unary(
      StorageService.Disks,
      () => Promise.resolve(storage.DisksResponse.create({ messages: [{ disks: listDisks() }] })),
    ),
  ];
}

/**
 * Every disk, by name.
 *
 * @param blocks the folder with an entry for each block device.
 */
export function listDisks(blocks = "/sys/block"): storage.IDisk[] {
  let names: string[];
  try {
    names = [...Deno.readDirSync(blocks)].map(({ name }) => name);
  } catch (error) {
    // A container may not show any devices.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return names.filter((name) => !VIRTUAL.test(name)).sort()
    .map((name) => describeDisk(blocks, name))
    // A drive without a medium has no size.
    .filter((disk) => disk.size !== 0);
}

function describeDisk(blocks: string, name: string): storage.IDisk {
  const folder = `${blocks}/${name}`;
  const attribute = (path: string) => readAttribute(`${folder}/${path}`);
  const location = resolved(folder);
  return {
    deviceName: `/dev/${name}`,
    size: Number(attribute("size")) * SECTOR,
    model: attribute("device/model"),
    name: attribute("device/name"),
    serial: attribute("device/serial") || attribute("serial"),
    modalias: attribute("device/modalias"),
    uuid: attribute("device/uuid") || attribute("uuid"),
    wwid: attribute("device/wwid") || attribute("wwid"),
    type: diskType(name, location, attribute("queue/rotational") === "1"),
    busPath: busPath(location),
    subsystem: resolved(`${folder}/subsystem`),
    readonly: attribute("ro") === "1",
  };
}

/** What kind of disk it is. How it spins says nothing about a disk that is not on any bus. */
function diskType(name: string, location: string, rotational: boolean): storage.Disk.DiskType {
  if (name.startsWith("sr")) return storage.Disk.DiskType.CD;
  if (name.startsWith("nvme")) return storage.Disk.DiskType.NVME;
  if (name.startsWith("mmcblk")) return storage.Disk.DiskType.SD;
  if (rotational) return storage.Disk.DiskType.HDD;
  return location.includes("/virtual/") ? storage.Disk.DiskType.UNKNOWN : storage.Disk.DiskType.SSD;
}

/** Where the device hangs: its folder below `/sys/devices`, without the part for the disk itself. */
function busPath(location: string): string {
  const [, path] = /^\/sys\/devices(\/.*)\/block\/[^/]+$/.exec(location) ?? [];
  return path ?? "";
}

function resolved(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (isAbsent(error)) return "";
    throw error;
  }
}

/** The text of an attribute; empty where the device has none, or none for this user. */
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
    // Some attributes exist, but not for this device.
    (error instanceof Error && "code" in error &&
      ["EINVAL", "EIO", "ENODEV", "EOPNOTSUPP"].includes(String(error.code)));
}
