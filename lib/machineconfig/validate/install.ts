/**
 * Rules of installations, further disks and disk encryption.
 *
 * @module
 */
import { parseSize } from "../load/sizes.ts";
import { quoted } from "../problem.ts";
import { encryptionKey, systemDiskEncryptionConfig } from "../schema/encryption.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

/** `machine.install`. */
export function checkInstall(machine: Spot, report: Report): void {
  const install = machine.at("install");
  if (report.mode === "metal") {
    if (!install.isThere) {
      report.error(install, "installing to metal needs to know where to", 'set "disk"');
    } else if (install.at("disk").text === "" && !install.at("diskSelector").hasFilled) {
      report.error(install.at("disk"), "there is neither a disk nor a disk selector", 'set "disk"');
    }
  }
  const images = new Set<string>();
  for (const extension of install.at("extensions").items) {
    const image = extension.at("image").text;
    if (images.has(image)) {
      report.error(
        extension,
        `the extension ${quoted(image)} is there twice`,
        "remove one of them",
      );
    }
    images.add(image);
  }
  if (images.size > 0 && !report.isFirst) {
    report.warning(
      install.at("extensions"),
      "extensions are deprecated here",
      "build an installer image that has them, and set it as machine.install.image",
    );
  }
}

/** `machine.disks`. */
export function checkDisks(machine: Spot, report: Report): void {
  for (const disk of machine.at("disks").items) {
    const partitions = disk.at("partitions").items;
    for (const partition of partitions.slice(0, -1)) {
      const size = partition.at("size");
      if (size.isThere && bytesOf(size) !== 0n) continue;
      report.error(
        size.isThere ? size : partition,
        "a partition without a size takes the whole disk, and others follow it",
        "give it a size, or put it last",
      );
    }
  }
}

function bytesOf(size: Spot): bigint | undefined {
  return typeof size.value === "string" ? parseSize(size.value) : BigInt(size.number);
}

/** `machine.systemDiskEncryption`. */
export function checkEncryption(machine: Spot, report: Report): void {
  for (const volume of Object.keys(systemDiskEncryptionConfig.fields)) {
    const section = machine.to("systemDiskEncryption", volume);
    if (section.isThere) checkKeys(section, report);
  }
}

function checkKeys(section: Spot, report: Report): void {
  const keys = section.at("keys").items;
  const kinds = Object.entries(encryptionKey.fields)
    .filter(([, field]) => field.type.kind === "object" && report.knows(field))
    .map(([name]) => name);
  if (keys.length === 0) {
    report.error(section.at("keys"), "encryption needs a key", 'add one, such as "nodeID: {}"');
  }
  const slots = new Set<number>();
  for (const key of keys) {
    const slot = key.at("slot").number;
    if (slots.has(slot)) {
      report.error(
        key.at("slot"),
        `another key has slot ${slot} already`,
        `use slot ${firstFree(slots)}`,
      );
    }
    slots.add(slot);
    if (!kinds.some((kind) => key.at(kind).isThere)) {
      report.error(
        key,
        "it is not said what kind of key this is",
        `set one of ${kinds.join(", ")}`,
      );
    }
  }
}

function firstFree(slots: ReadonlySet<number>): number {
  let slot = 0;
  while (slots.has(slot)) slot++;
  return slot;
}
