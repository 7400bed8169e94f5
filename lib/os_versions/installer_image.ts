/**
 * References of installer images. From v1.14 on they come from the image factory only: the source of
 * talosctl v1.14, `pkg/images`.
 *
 * @module
 */
import { DOMAIN, IMAGE_NAMESPACE } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import {
  compareOsVersions,
  NEWEST_TAG,
  OS_RELEASES,
  type OsVersion,
  parseOsVersion,
} from "./releases.ts";

/** ID of the schematic without extensions and kernel arguments. */
export const EMPTY_SCHEMATIC = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";

/** Host of the public image factory. */
export const IMAGE_FACTORY = `factory.${DOMAIN}`;

/** Repository of the installers before {@linkcode FIRST_FROM_FACTORY}. */
export const PUBLISHED_INSTALLER = `${IMAGE_NAMESPACE}/installer`;

/** The first version without an installer in {@linkcode PUBLISHED_INSTALLER}. */
const FIRST_FROM_FACTORY: OsVersion = [1, 14, 0];

/** Options of {@linkcode installerImage}. */
export interface InstallerOptions {
  /** Host of the image factory; the public one by default. */
  readonly factory?: string;
  /** Platform, such as `aws`; `metal` by default. */
  readonly platform?: string;
  /** ID of the schematic; an image without extensions by default. */
  readonly schematic?: string;
  /** Whether the image is for UEFI Secure Boot. */
  readonly secureBoot?: boolean;
}

/** Returns the reference of the installer image of a version, such as `v1.8.4`. */
export function installerImage(version: string, options: InstallerOptions = {}): string {
  const { schematic = "", platform = "", secureBoot = false, factory = "" } = options;
  const isFromFactory = comesFromFactory(version);
  if (!isFromFactory && schematic === "" && platform === "" && !secureBoot) {
    return `${PUBLISHED_INSTALLER}:${version}`;
  }
  // Before v1.14, the name without a platform is the one of metal.
  const prefix = platform === "" ? isFromFactory ? "metal-" : "" : `${platform}-`;
  const name = `${prefix}installer${secureBoot ? "-secureboot" : ""}`;
  return `${factory || IMAGE_FACTORY}/${name}/${schematic || EMPTY_SCHEMATIC}:${version}`;
}

/**
 * Returns the tag of the installer image for `version`, which may lack the patch number: the newest
 * examined tag of the release. Any other text is returned as is.
 */
export function installerTag(version: string): string {
  const match = /^v?(\d+\.\d+)$/.exec(version);
  const release = OS_RELEASES.find((one) => one === `v${match?.[1]}`);
  if (release !== undefined) return NEWEST_TAG[release];
  return /^\d/.test(version) ? `v${version}` : version;
}

/**
 * Returns the image to use instead of an installer that is not published; undefined for every other
 * reference.
 */
export function replacementOf(image: string): string | undefined {
  const [, repository, version = ""] = /^([^@]*?):([\w][\w.-]*)(?:@.*)?$/.exec(image) ?? [];
  if (repository !== PUBLISHED_INSTALLER || !comesFromFactory(version)) return undefined;
  return installerImage(version);
}

/**
 * Checks that an installer image is published.
 *
 * @param flag Name of the flag that sets it.
 * @throws {OsctlError} of kind `usage`, with the image that is published.
 */
export function checkInstaller(flag: string, image: string): void {
  const other = replacementOf(image);
  if (other === undefined) return;
  throw new OsctlError(
    "usage",
    `invalid ${flag} "${image}": from v1.14 on, installers are published at ${IMAGE_FACTORY} only`,
    { hint: `use ${other}, or the image of your platform and schematic` },
  );
}

/**
 * Returns the installer image of new configurations.
 *
 * @param osVersion Version of the nodes, such as `v1.14`; empty: by the interface.
 * @param preferred Returned for versions whose installers have a tag `latest`.
 */
export function defaultInstallerImage(
  osVersion: string,
  preferred = `${PUBLISHED_INSTALLER}:latest`,
): string {
  return comesFromFactory(osVersion) ? installerImage(installerTag(osVersion)) : preferred;
}

/** Reports whether installers of a version come from the image factory only. */
export function comesFromFactory(version: string): boolean {
  const parsed = parseOsVersion(version);
  return parsed !== undefined && compareOsVersions(parsed, FIRST_FROM_FACTORY) >= 0;
}
