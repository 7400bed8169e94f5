/**
 * Rules of LVM and software RAID.
 *
 * @module
 */
import { parseSize } from "../load/sizes.ts";
import type { Cursor } from "./cursor.ts";
import { checkSelector } from "./expression/check_selector.ts";
import type { Report } from "./report.ts";
import { checkVolumeName } from "./volumes.ts";

/** Checks the document `LVMVolumeGroupConfig`. */
export function checkVolumeGroup(document: Cursor, report: Report): void {
  checkVolumeName(document, { longest: 63, underscores: true }, report);
  checkSelector(document.atPath("provisioning", "volumeSelector", "match"), "volume", report);
}

/** Checks the document `RAIDArrayConfig`. */
export function checkArray(document: Cursor, report: Report): void {
  checkVolumeName(document, { longest: 32, underscores: true }, report);
  checkSelector(document.atPath("provisioning", "volumeSelector", "match"), "volume", report);
}

/** Checks the document `LVMLogicalVolumeConfig`. */
export function checkLogicalVolume(document: Cursor, report: Report): void {
  checkVolumeName(document, { longest: 63, underscores: true }, report);
  const type = document.at("type").text || "linear";
  checkCount(document.at("mirrors"), { type, types: ["raid1", "raid10"], least: 1 }, report);
  checkCount(document.at("stripes"), { type, types: ["raid0", "raid10"], least: 2 }, report);
  const [min, max] = ["minSize", "maxSize"].map((name) => document.atPath("provisioning", name));
  if (max!.text.startsWith("-")) report.error(max!, '"maxSize" is negative');
  const [low, high] = [parseSize(min!.text), parseSize(max!.text)];
  if (high === 0n || /^0+(\.0*)?%$/.test(max!.text)) report.error(max!, '"maxSize" is required');
  else if (low !== undefined && high !== undefined && low > high) {
    report.error(
      min!,
      `"minSize" ${min!.text} is greater than "maxSize" ${max!.text}`,
      "swap them",
    );
  }
}

function checkCount(
  cursor: Cursor,
  { type, types, least }: { type: string; types: readonly string[]; least: number },
  report: Report,
): void {
  if (!cursor.isPresent) return;
  const name = cursor.path.at(-1);
  if (!types.includes(type)) {
    report.error(cursor, `"${name}" is not allowed for ${type}`, `use ${types.join(" or ")}`);
  } else if (cursor.number < least) {
    report.error(cursor, `${cursor.number} is too small`, `use ${least} or more`);
  }
}
