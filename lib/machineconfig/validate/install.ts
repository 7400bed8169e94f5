/**
 * Rules of installation, disks and disk encryption.
 *
 * @module
 */
import { parseSize } from "../load/sizes.ts";
import { quoted } from "../problem.ts";
import { encryptionKey, systemDiskEncryptionConfig } from "../schema/encryption.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

/** Checks `machine.install`. */
export function checkInstall(machine: Cursor, report: Report): void {
  const install = machine.at("install");
  if (report.mode === "metal") {
    if (!install.isPresent) {
      // Newer nodes are installed by other documents.
      if (!report.knows({ since: "v1.14" })) {
        report.error(
          install,
          '"install" is required in mode metal',
          'add an "install" section with "disk"',
        );
      }
    } else if (install.at("disk").text === "" && !install.at("diskSelector").hasNonEmpty) {
      report.error(install.at("disk"), '"disk" or "diskSelector" is required', 'set "disk"');
    }
    const hasArguments = install.at("extraKernelArgs").items.length > 0;
    if (hasArguments && install.at("grubUseUKICmdline").isTrue) {
      report.error(
        install.at("grubUseUKICmdline"),
        '"extraKernelArgs" is not allowed with "grubUseUKICmdline"',
        "remove one of them",
      );
    }
  }
  const images = new Set<string>();
  for (const extension of install.at("extensions").items) {
    const image = extension.at("image").text;
    if (images.has(image)) {
      report.error(
        extension,
        `duplicate extension ${quoted(image)}`,
        "remove one of them",
      );
    }
    images.add(image);
  }
  if (images.size > 0 && !report.isFirst) {
    report.warning(
      install.at("extensions"),
      '"extensions" is deprecated',
      "set machine.install.image to an installer image with the extensions",
    );
  }
}

/** Checks `machine.disks`. */
export function checkDisks(machine: Cursor, report: Report): void {
  for (const disk of machine.at("disks").items) {
    const partitions = disk.at("partitions").items;
    for (const partition of partitions.slice(0, -1)) {
      const size = partition.at("size");
      if (size.isPresent && bytesOf(size) !== 0n) continue;
      report.error(
        size.isPresent ? size : partition,
        "only the last partition may omit its size",
        "set a size or move the partition to the end",
      );
    }
  }
}

function bytesOf(size: Cursor): bigint | undefined {
  return typeof size.value === "string" ? parseSize(size.value) : BigInt(size.number);
}

/** Checks `machine.systemDiskEncryption`. */
export function checkEncryption(machine: Cursor, report: Report): void {
  for (const volume of Object.keys(systemDiskEncryptionConfig.fields)) {
    const section = machine.atPath("systemDiskEncryption", volume);
    if (section.isPresent) checkKeys(section, report);
  }
}

function checkKeys(section: Cursor, report: Report): void {
  const keys = section.at("keys").items;
  const kinds = Object.entries(encryptionKey.fields)
    .filter(([, field]) => field.type.kind === "object" && report.knows(field))
    .map(([name]) => name);
  if (keys.length === 0) {
    report.error(section.at("keys"), '"keys" is required', 'add a key, such as "nodeID: {}"');
  }
  const slots = new Set<number>();
  for (const key of keys) {
    const slot = key.at("slot").number;
    if (slots.has(slot)) {
      report.error(
        key.at("slot"),
        `duplicate key slot ${slot}`,
        `use slot ${firstFreeSlot(slots)}`,
      );
    }
    slots.add(slot);
    if (!kinds.some((kind) => key.at(kind).isPresent)) {
      report.error(
        key,
        "the key has no type",
        `set one of ${kinds.join(", ")}`,
      );
    }
  }
}

function firstFreeSlot(slots: ReadonlySet<number>): number {
  let slot = 0;
  while (slots.has(slot)) slot++;
  return slot;
}
