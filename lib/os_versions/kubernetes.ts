/**
 * Versions of Kubernetes that nodes of each release support. Nodes from v1.11 on reject others.
 *
 * @module
 */
import {
  compareOsVersions,
  OS_RELEASES,
  type OsRelease,
  type OsVersion,
  parseOsVersion,
} from "./releases.ts";

/** Versions of Kubernetes of a release. */
export interface KubernetesRange {
  /** Oldest and newest supported minor version, such as `1.26`. */
  readonly oldest: string;
  readonly newest: string;
  /** Version of clusters that talosctl of the newest tag generates. */
  readonly default: string;
}

/** Supported versions by release. */
export const KUBERNETES_RANGES: Readonly<Record<OsRelease, KubernetesRange>> = {
  "v1.4": { oldest: "1.25", newest: "1.27", default: "1.27.4" },
  "v1.5": { oldest: "1.26", newest: "1.28", default: "1.28.3" },
  "v1.6": { oldest: "1.24", newest: "1.29", default: "1.29.7" },
  "v1.7": { oldest: "1.25", newest: "1.30", default: "1.30.5" },
  "v1.8": { oldest: "1.26", newest: "1.31", default: "1.31.4" },
  "v1.9": { oldest: "1.27", newest: "1.32", default: "1.32.4" },
  "v1.10": { oldest: "1.28", newest: "1.33", default: "1.33.6" },
  "v1.11": { oldest: "1.29", newest: "1.34", default: "1.34.1" },
  "v1.12": { oldest: "1.30", newest: "1.35", default: "1.35.4" },
  "v1.13": { oldest: "1.31", newest: "1.36", default: "1.36.3" },
  "v1.14": { oldest: "1.32", newest: "1.37", default: "1.37.0-rc.0" },
};

/** Returns the range of a release; undefined for unknown ones. */
export function kubernetesRange(release: string): KubernetesRange | undefined {
  const known = OS_RELEASES.find((one) => one === release);
  return known && KUBERNETES_RANGES[known];
}

/**
 * Reports whether a version of Kubernetes, with or without `v`, is in a range; false when it is
 * none.
 */
export function supportsKubernetes({ oldest, newest }: KubernetesRange, version: string): boolean {
  const parsed = parseOsVersion(version);
  if (parsed === undefined) return false;
  const minors = ([major, minor]: OsVersion) => major * 1000 + minor;
  const [low, high] = [oldest, newest].map((text) => minors(parseOsVersion(text)!));
  return minors(parsed) >= low! && minors(parsed) <= high!;
}

/** Returns the oldest release that supports a version of Kubernetes; undefined when none does. */
export function oldestReleaseWith(version: string): OsRelease | undefined {
  return OS_RELEASES.find((release) => supportsKubernetes(KUBERNETES_RANGES[release], version));
}

/** The first release whose nodes reject other versions of Kubernetes. */
const FIRST_STRICT: OsVersion = [1, 11, 0];

/**
 * Reports whether nodes of a version reject configurations with an unsupported version of
 * Kubernetes.
 */
export function rejectsOtherKubernetes(osVersion: string): boolean {
  const version = parseOsVersion(osVersion);
  return version !== undefined && compareOsVersions(version, FIRST_STRICT) >= 0;
}

/**
 * Returns the version of Kubernetes of new configurations.
 *
 * @param osVersion Version of the nodes; empty for one that the interface selects.
 * @param preferred Returned unless nodes of that version reject it.
 */
export function defaultKubernetesVersion(osVersion: string, preferred: string): string {
  const version = parseOsVersion(osVersion);
  if (version === undefined || compareOsVersions(version, FIRST_STRICT) < 0) return preferred;
  const range = kubernetesRange(`v${version[0]}.${version[1]}`);
  return range === undefined || supportsKubernetes(range, preferred) ? preferred : range.default;
}
