/**
 * Releases of the operating system that nodes run, and comparison of their versions.
 *
 * @module
 */

/** Known releases, oldest first. */
export const OS_RELEASES = [
  "v1.4",
  "v1.5",
  "v1.6",
  "v1.7",
  "v1.8",
  "v1.9",
  "v1.10",
  "v1.11",
  "v1.12",
  "v1.13",
  "v1.14",
] as const;

/** A known release. */
export type OsRelease = typeof OS_RELEASES[number];

/** The newest known release. */
export const NEWEST_OS_RELEASE: OsRelease = OS_RELEASES.at(-1)!;

/** The newest tag of each release that was examined. */
export const NEWEST_TAG: Readonly<Record<OsRelease, string>> = {
  "v1.4": "v1.4.8",
  "v1.5": "v1.5.5",
  "v1.6": "v1.6.8",
  "v1.7": "v1.7.7",
  "v1.8": "v1.8.4",
  "v1.9": "v1.9.6",
  "v1.10": "v1.10.9",
  "v1.11": "v1.11.6",
  "v1.12": "v1.12.11",
  "v1.13": "v1.13.9",
  "v1.14": "v1.14.0-rc.1",
};

/** The newest known tag without a prerelease. */
export const NEWEST_STABLE_TAG: string = OS_RELEASES.map((release) => NEWEST_TAG[release])
  .findLast((tag) => !tag.includes("-"))!;

/** Major, minor and patch number. */
export type OsVersion = readonly [major: number, minor: number, patch: number];

/**
 * Parses a version, such as `v1.8.0-alpha.2`, `1.8.4` or `v1.9`; undefined for any other text.
 * A prerelease has the features of its release.
 */
export function parseOsVersion(text: string): OsVersion | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:[-+].*)?$/.exec(text);
  if (match === null) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

/** Compares versions: negative when `a` precedes `b`. */
export function compareOsVersions(a: OsVersion, b: OsVersion): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Reports whether a node of version `tag` has a newer release than the newest known one. */
export function isNewerThanKnown(tag: string): boolean {
  const version = parseOsVersion(tag);
  if (version === undefined) return false;
  const [major, minor] = parseOsVersion(NEWEST_OS_RELEASE)!;
  return version[0] > major || (version[0] === major && version[1] > minor);
}
