/**
 * Kubernetes versions, and the paths between them that an upgrade may take.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** A Kubernetes version. */
export interface KubernetesVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Text after `-`, such as `rc.1`; empty without one. */
  readonly preRelease: string;
  /** Without `v`. */
  readonly text: string;
}

/** Oldest minor version of an upgrade. The releases of the nodes decide about the newest. */
const OLDEST_MINOR = 19;

/** Parses a version, with or without `v`; undefined when it is none. The patch version may lack. */
export function readVersion(text: string): KubernetesVersion | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, major, minor, patch = "0", preRelease = ""] = match;
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    preRelease,
    text: text.replace(/^v/, ""),
  };
}

/**
 * Parses the version in a flag.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseVersion(text: string, flag: "--from" | "--to"): KubernetesVersion {
  const version = readVersion(text);
  // Images have tags of complete versions only, and tags contain no build metadata.
  const isTag = flag === "--from" || /^v?\d+\.\d+\.\d+(?!\d)[^+]*$/.test(text);
  if (version !== undefined && isTag) return version;
  throw new OsctlError("usage", `invalid version "${text}" for ${flag}`, {
    hint: "use a version such as 1.31.1",
  });
}

/** Sorts versions: a pre-release precedes its release. */
export function compareVersions(a: KubernetesVersion, b: KubernetesVersion): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch ||
    Number(a.preRelease === "") - Number(b.preRelease === "") ||
    a.preRelease.localeCompare(b.preRelease, "en", { numeric: true });
}

/** Returns the tag of an image reference, without digest; empty without one. */
export function imageTag(image: string): string {
  return /:([\w][\w.-]*)(?:@sha256:[0-9a-f]+)?$/.exec(image)?.[1] ?? "";
}

/** An upgrade from one version to another. */
export interface UpgradePath {
  readonly from: KubernetesVersion;
  readonly to: KubernetesVersion;
}

/** Returns the minor versions of a path: `1.30->1.31`. */
export function minorStep({ from, to }: UpgradePath): string {
  return `${from.major}.${from.minor}->${to.major}.${to.minor}`;
}

/**
 * Checks that upgrades lead to the version in `--to`.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkTarget(to: KubernetesVersion): void {
  checkMinors([to], `unsupported version "${to.text}" for --to`);
}

/**
 * Checks that a path stays in a minor version or leads to the next one.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkPath(path: UpgradePath): void {
  const { from, to } = path;
  const name = `unsupported upgrade path ${from.text} to ${to.text}`;
  checkMinors([from, to], name);
  if (to.minor < from.minor) {
    throw new OsctlError("usage", `${name}: a downgrade to an older minor version`, {
      hint: `choose a version from 1.${from.minor} on`,
    });
  }
  if (to.minor > from.minor + 1) {
    throw new OsctlError("usage", `${name}: it skips a minor version`, {
      hint: `upgrade to 1.${from.minor + 1} first`,
    });
  }
}

/**
 * Rejects a target older than the version that the cluster runs.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkDowngrade(running: KubernetesVersion, to: KubernetesVersion): void {
  if (compareVersions(to, running) >= 0) return;
  throw new OsctlError("usage", `Kubernetes ${to.text} is a downgrade of ${running.text}`, {
    hint: to.minor === running.minor
      ? "choose a newer version with --to, or add --allow-downgrade"
      : "choose a newer version with --to",
  });
}

function checkMinors(versions: readonly KubernetesVersion[], name: string): void {
  if (versions.every(({ major, minor }) => major === 1 && minor >= OLDEST_MINOR)) return;
  throw new OsctlError("usage", `${name}: upgrades start at Kubernetes 1.${OLDEST_MINOR}`, {
    hint: `choose a version from 1.${OLDEST_MINOR} on`,
  });
}
