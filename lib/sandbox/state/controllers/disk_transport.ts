/**
 * By what a disk is connected.
 *
 * @module
 */
import { exists, readLine, resolved } from "./system_files.ts";

const BY_NAME: readonly (readonly [start: string, transport: string])[] = [
  ["nvme", "nvme"],
  ["vd", "virtio"],
  ["mmcblk", "mmc"],
];

/** The transport of the disk with this folder in `/sys/block`; undefined when it does not show. */
export function transportOf(folder: string, name: string): string | undefined {
  const named = BY_NAME.find(([start]) => name.startsWith(start));
  if (named !== undefined) return named[1];
  const device = resolved(`${folder}/device`) ?? "";
  // A SCSI device is `<host>:<channel>:<target>:<unit>`.
  const host = /\/(\d+):[^/]*$/.exec(device)?.[1];
  if (host === undefined) return undefined;
  for (const transport of ["sas", "fc", "iscsi"]) {
    if (exists(`/sys/class/${transport}_host/host${host}`)) return transport;
  }
  if (device.includes("/usb")) return "usb";
  const driver = readLine(`/sys/class/scsi_host/host${host}/proc_name`) ?? "";
  if (driver === "ahci" || driver === "sata") return "sata";
  if (driver.includes("ata")) return "ata";
  return driver === "virtio_scsi" ? "virtio" : undefined;
}
