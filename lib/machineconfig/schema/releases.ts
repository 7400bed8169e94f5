import type { Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { NEWEST_OS_RELEASE, parseOsVersion } from "../../os_versions/mod.ts";
import type { ConfigRelease } from "./types.ts";

/** The newest release that the schema describes. */
export const NEWEST: ConfigRelease = NEWEST_OS_RELEASE;

/**
 * Returns the release by whose schema configurations are read. The newest interface release reads
 * configurations of newer nodes, too.
 */
export function schemaRelease(release: Release): ConfigRelease {
  return release === "v1.4" ? release : NEWEST;
}

/**
 * Parses the value of `--os-version`; an empty one selects the release by the interface.
 *
 * @throws {OsctlError} of kind `usage` for an invalid or unknown version.
 */
export function parseConfigRelease(text: string, release: Release): ConfigRelease {
  if (text === "") return schemaRelease(release);
  const match = /^v?1\.(\d+)(?:$|\.)/.exec(text);
  if (match === null) throw invalidVersion(text);
  const version: ConfigRelease = `v1.${Number(match[1])}`;
  if (isLater(version, NEWEST)) throw newerVersion(text);
  return version;
}

/** Returns the release of a node's version, such as `v1.8.4`; unknown ones have the newest. */
export function releaseOfVersion(version: string): ConfigRelease {
  const [major, minor] = parseOsVersion(version) ?? [];
  if (major !== 1 || minor === undefined) return NEWEST;
  const release: ConfigRelease = `v1.${minor}`;
  return isLater(release, NEWEST) ? NEWEST : release;
}

/** Creates the error of an invalid value of `--os-version`. */
export function invalidVersion(text: string): OsctlError {
  return new OsctlError("usage", `invalid version "${text}" for --os-version`, {
    hint: "use a version such as v1.4 or v1.4.2",
  });
}

/** Creates the error of an OS version newer than all known ones. */
export function newerVersion(text: string): OsctlError {
  return new OsctlError("usage", `unknown version "${text}" for --os-version`, {
    hint: `the newest known version is ${NEWEST}`,
  });
}

/** Reports whether a feature of `since` is missing in `release`. */
export function isLater(since: ConfigRelease | undefined, release: ConfigRelease): boolean {
  return since !== undefined && minor(since) > minor(release);
}

function minor(release: ConfigRelease): number {
  return Number(release.slice("v1.".length));
}
