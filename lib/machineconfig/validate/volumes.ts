/**
 * Rules of volumes.
 *
 * @module
 */
import { parseSize } from "../load/sizes.ts";
import { parseDuration } from "../../output/duration.ts";
import { quoted } from "../problem.ts";
import type { Cursor } from "./cursor.ts";
import { checkSelector } from "./expression/check_selector.ts";
import type { Report } from "./report.ts";

/** Longest name of a partition label (36) without its prefix, characters. */
const MAX_NAME_LENGTH = 34;

/** Minimum scrub interval. */
const MIN_SCRUB_INTERVAL = "10s";

/** Rules of volume kinds other than `VolumeConfig`. */
export const VOLUME_RULES: Readonly<Record<string, (document: Cursor, report: Report) => void>> = {
  UserVolumeConfig(document, report) {
    checkVolumeName(document, { longest: MAX_NAME_LENGTH }, report);
    checkMaintenance(document, report);
    const type = document.at("volumeType").text || "partition";
    if (type === "directory") {
      for (const name of ["provisioning", "encryption", "filesystem", "mount"]) {
        const cursor = document.at(name);
        if (!cursor.hasNonEmpty) continue;
        report.error(cursor, `"${name}" is not allowed for a directory`, "remove it");
      }
      return;
    }
    checkProvisioning(document.at("provisioning"), { isRequired: true, type }, report);
    checkEncryption(document.at("encryption"), report);
    const filesystem = document.at("filesystem");
    const isXfs = ["", "none", "xfs"].includes(filesystem.at("type").text);
    if (filesystem.at("projectQuotaSupport").isTrue && !isXfs) {
      report.error(filesystem.at("projectQuotaSupport"), "project quotas require xfs");
    }
  },
  RawVolumeConfig: checkPartition,
  SwapVolumeConfig: checkPartition,
  ExistingVolumeConfig(document, report) {
    checkVolumeName(document, {}, report);
    const match = document.atPath("discovery", "volumeSelector", "match");
    if (match.text === "") report.error(match, "a volume selector is required");
    checkSelector(match, "volume", report);
    checkMaintenance(document, report);
  },
  ExternalVolumeConfig(document, report) {
    checkVolumeName(document, { longest: MAX_NAME_LENGTH }, report);
    const virtiofs = document.atPath("mount", "virtiofs");
    if (!virtiofs.isPresent) report.error(virtiofs, '"virtiofs" is required');
  },
  ZswapConfig(document, report) {
    const percent = document.at("maxPoolPercent");
    if (percent.number < 0 || percent.number > 100) {
      report.error(percent, `invalid percentage ${percent.number}`, "use 0 to 100");
    }
  },
  FilesystemScrubConfig: checkScrubInterval,
};

function checkPartition(document: Cursor, report: Report): void {
  checkVolumeName(document, { longest: MAX_NAME_LENGTH }, report);
  checkProvisioning(document.at("provisioning"), { isRequired: true }, report);
  checkEncryption(document.at("encryption"), report);
}

/** Checks the characters and the length of a volume name. */
export function checkVolumeName(
  document: Cursor,
  { longest = Infinity, underscores = false }: {
    readonly longest?: number;
    readonly underscores?: boolean;
  },
  report: Report,
): void {
  const name = document.at("name");
  const isValid = (underscores ? /^[\w-]*$/ : /^[a-zA-Z0-9-]*$/).test(name.text);
  if (isValid && name.text.length <= longest) return;
  const characters = `letters, digits${underscores ? ", underscores" : ""} and hyphens`;
  const hint = longest === Infinity ? `use ${characters}` : `use up to ${longest} ${characters}`;
  report.error(name, `invalid name ${quoted(name.text)}`, hint);
}

/** Checks the disk selector and the sizes. */
export function checkProvisioning(
  provisioning: Cursor,
  { isRequired, type = "partition" }: { readonly isRequired: boolean; readonly type?: string },
  report: Report,
): void {
  const match = provisioning.atPath("diskSelector", "match");
  if (isRequired && match.text === "") report.error(match, "a disk selector is required");
  checkSelector(match, "disk", report);
  const [min, max] = [provisioning.at("minSize"), provisioning.at("maxSize")];
  if (type === "disk") {
    for (const cursor of [min, max, provisioning.at("grow")]) {
      if (cursor.isNonEmpty) report.error(cursor, "not allowed for a whole disk", "remove it");
    }
    return;
  }
  if (isRequired && !min.isNonEmpty && !max.isNonEmpty) {
    report.error(min, '"minSize" or "maxSize" is required');
  }
  const isNewer = report.knows({ since: "v1.12" });
  if (!isNewer && max.text !== "" && parseSize(max.text) === undefined) {
    report.error(max, `${quoted(max.text)} requires v1.12`, "use a size such as 10GiB");
  }
  const [low, high] = [parseSize(min.text), parseSize(max.text)];
  if (low !== undefined && high !== undefined && low > high) {
    report.error(min, `"minSize" ${min.text} is greater than "maxSize" ${max.text}`, "swap them");
  }
}

/** Checks provider and keys of a volume. */
export function checkEncryption(encryption: Cursor, report: Report): void {
  const [provider, keys] = [encryption.at("provider"), encryption.at("keys")];
  const hasKeys = keys.items.length > 0;
  const isOff = ["", "none"].includes(provider.text);
  if (isOff && !hasKeys) return;
  if (isOff) report.error(provider, "keys require a provider", "use luks2");
  if (!hasKeys) report.error(keys, '"keys" is required', 'add a key, such as "nodeID: {}"');
  checkEncryptionKeys(encryption, report);
}

/** Checks the keys of an encrypted volume. */
function checkEncryptionKeys(encryption: Cursor, report: Report): void {
  const slots = new Set<number>();
  for (const key of encryption.at("keys").items) {
    const slot = key.at("slot");
    if (slots.has(slot.number)) report.error(slot, `duplicate slot ${slot.number}`);
    slots.add(slot.number);
    if (!["static", "nodeID", "kms", "tpm"].some((name) => key.at(name).isPresent)) {
      report.error(key, "a key type is required", "add static, nodeID, kms or tpm");
    }
    for (const pcr of key.atPath("tpm", "options", "pcrs").items) {
      if (pcr.number < 0 || pcr.number > 23) {
        report.error(pcr, `invalid PCR ${pcr.number}`, "use 0 to 23");
      }
    }
  }
}

/** Checks the intervals of trimming and scrubbing. */
export function checkMaintenance(document: Cursor, report: Report): void {
  checkScrubInterval(document.at("scrub"), report);
  const interval = document.atPath("trim", "interval");
  if (interval.text.startsWith("-")) report.error(interval, '"interval" is negative');
}

function checkScrubInterval(scrub: Cursor, report: Report): void {
  const interval = scrub.at("interval");
  const time = interval.text === "" ? 0 : parseDuration(interval.text);
  if (time === 0 || time >= parseDuration(MIN_SCRUB_INTERVAL)) return;
  report.error(interval, `interval ${quoted(interval.text)} is too short`, "use 10s or more");
}
