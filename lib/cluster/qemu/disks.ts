/**
 * Disks of virtual machines: flags and images.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { parseSize } from "../../machineconfig/load/sizes.ts";
import { withFileErrors } from "../../platform/files.ts";
import type { CreateFlags } from "../create_flags.ts";
import { DISK_DRIVERS, type DiskDriver } from "./launch_config.ts";
import { type ProgramHost, runProgram } from "./programs.ts";
import type { Report } from "../types.ts";

const MIB = 2 ** 20;
/** Room for the partition table and alignment of a user disk, bytes. */
const TABLE_BYTES = 2 * MIB;

/** Multiple of disk sizes, bytes: direct I/O rejects images with a partial block. */
const BLOCK_BYTES = 4096;

/** A disk. */
export interface Disk {
  /** Bytes. */
  readonly size: number;
  readonly driver: DiskDriver;
}

/** A partition of a user disk. */
export interface UserPartition {
  readonly mountPoint: string;
  /** Bytes. */
  readonly size: number;
}

/** Disks of the nodes. */
export interface DiskPlan {
  readonly controlPlane: readonly Disk[];
  readonly worker: readonly Disk[];
  /** User disks with the devices of the guest. */
  readonly user: readonly {
    readonly device: string;
    readonly partitions: readonly UserPartition[];
  }[];
}

type DiskFlags = Pick<
  CreateFlags,
  "disk" | "userDisk" | "extraDisks" | "extraDisksSize" | "extraDisksDrivers"
>;

/**
 * Plans the disks: the system disk, user disks of all nodes, extra disks of workers.
 *
 * @throws {OsctlError} of kind `usage` for invalid flags.
 */
export function planDisks(flags: DiskFlags, release: Release): DiskPlan {
  requirePositive("--disk", flags.disk);
  // v1.4 has virtio disks only.
  const driver: DiskDriver = release === "v1.4" ? "virtio" : "ide";
  const user = flags.userDisk.map((text, index) => ({
    device: userDiskDevice(index, release),
    partitions: parseUserDisk(text),
  }));
  const userDisks = user.map(({ partitions }): Disk => ({
    size: Math.ceil(partitions.reduce((sum, { size }) => sum + size, TABLE_BYTES) / BLOCK_BYTES) *
      BLOCK_BYTES,
    driver,
  }));
  const common: Disk[] = [{ size: flags.disk * MIB, driver: "virtio" }, ...userDisks];
  if (flags.extraDisks < 0) {
    throw new OsctlError("usage", `invalid --extra-disks ${flags.extraDisks}`);
  }
  if (flags.extraDisks > 0) requirePositive("--extra-disks-size", flags.extraDisksSize);
  const extra = Array.from({ length: flags.extraDisks }, (_, index): Disk => ({
    size: flags.extraDisksSize * MIB,
    driver: parseDriver(flags.extraDisksDrivers[index]) ?? driver,
  }));
  const ide = [...common, ...extra].filter((disk) => disk.driver === "ide").length;
  if (ide > MAX_IDE) {
    throw new OsctlError(
      "usage",
      `${ide} disks need the driver ide, which has only ${MAX_IDE} ports`,
      {
        hint: "set other drivers with --extra-disks-drivers",
      },
    );
  }
  return { controlPlane: common, worker: [...common, ...extra], user };
}

/** Ports of the controller, without the CD-ROM's. */
const MAX_IDE = 5;

function requirePositive(flag: string, mib: number): void {
  if (mib > 0) return;
  throw new OsctlError("usage", `invalid ${flag} ${mib}`, { hint: "set a positive number of MiB" });
}

function parseDriver(text: string | undefined): DiskDriver | undefined {
  if (text === undefined || text === "") return undefined;
  const driver = DISK_DRIVERS.find((name) => name === text);
  if (driver !== undefined) return driver;
  throw new OsctlError("usage", `unknown driver "${text}" in --extra-disks-drivers`, {
    hint: `use one of: ${DISK_DRIVERS.join(", ")}`,
  });
}

/** Returns the device of a user disk in the guest. */
function userDiskDevice(index: number, release: Release): string {
  if (release === "v1.4") return `/dev/vd${String.fromCharCode("b".charCodeAt(0) + index)}`;
  // Each IDE port has two devices, of which the first is used.
  const serial = String(2 * index + 1).padStart(5, "0");
  return `/dev/disk/by-id/ata-QEMU_HARDDISK_QM${serial}`;
}

/** Parses `<mount point>:<size>[:<mount point>:<size>…]`. */
function parseUserDisk(text: string): UserPartition[] {
  const invalid = (reason: string) =>
    new OsctlError("usage", `invalid --user-disk "${text}": ${reason}`, {
      hint: "use <mount point>:<size>, such as /var/lib/data:100MB",
    });
  const words = text.split(":");
  if (words.length % 2 !== 0) throw invalid("a mount point has no size");
  const partitions: UserPartition[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const [mountPoint = "", sizeText = ""] = words.slice(index);
    if (!/^\/var(\/|$)/.test(mountPoint)) throw invalid("mount points are below /var");
    const size = parseSize(sizeText);
    if (size === undefined || size === 0n) throw invalid(`"${sizeText}" is not a size`);
    partitions.push({ mountPoint, size: Number(size) });
  }
  return partitions;
}

/** Options of {@linkcode createDisks}. */
export interface CreateDisksOptions {
  readonly disks: readonly Disk[];
  readonly pathOf: (index: number) => string;
  readonly preallocate: boolean;
  /** Raw image copied onto the system disk; empty for none. */
  readonly image: string;
  readonly host: ProgramHost;
  readonly report: Report;
}

/** Creates the images of disks, and returns their paths. */
export async function createDisks(options: CreateDisksOptions): Promise<string[]> {
  const { disks, pathOf, preallocate, image, host, report } = options;
  const paths: string[] = [];
  for (const [index, { size }] of disks.entries()) {
    const path = pathOf(index);
    const isImage = index === 0 && image !== "";
    await withFileErrors("create", path, async () => {
      using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
      if (isImage) await copyImage(image, file);
      if ((await file.stat()).size < size) await file.truncate(size);
    });
    if (preallocate) {
      const { code, stderr } = await runProgram(host, "fallocate", ["-l", String(size), path]);
      if (code !== 0) await report(`cannot preallocate "${path}": ${stderr.trim()}`);
    }
    paths.push(path);
  }
  return paths;
}

async function copyImage(image: string, file: Deno.FsFile): Promise<void> {
  using source = await withFileErrors("read", image, () => Deno.open(image));
  const buffer = new Uint8Array(MIB);
  for (;;) {
    const count = await source.read(buffer);
    if (count === null) return;
    const chunk = buffer.subarray(0, count);
    // Blocks of zeros stay holes.
    if (chunk.every((byte) => byte === 0)) {
      await file.seek(count, Deno.SeekMode.Current);
      continue;
    }
    for (let at = 0; at < count;) at += await file.write(chunk.subarray(at));
  }
}

/** Returns whether the file system of a folder supports O_DIRECT, which `cache=none` needs. */
export async function hasDirectIo(folder: string, host: ProgramHost): Promise<boolean> {
  const path = `${folder}/direct.tmp`;
  const args = ["if=/dev/zero", `of=${path}`, "bs=4096", "count=1", "oflag=direct"];
  const { code } = await runProgram(host, "dd", args);
  await Deno.remove(path).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  return code === 0;
}
