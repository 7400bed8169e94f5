import coerce from "semver/functions/coerce.js";
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";

/** The part of a parsed version that is compared here. */
interface Version {
  readonly major: number;
  readonly minor: number;
}

/** Returns whether version `a` precedes `b`; false when one of them is not a version. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left !== null && right !== null && compare(left, right) < 0;
}

/** Returns whether `a` has a newer major or minor version than `b`; false for other texts. */
export function isNewerMinor(a: string, b: string): boolean {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === null || right === null) return false;
  return left.major > right.major || (left.major === right.major && left.minor > right.minor);
}

/** Parses a semantic version, with or without `v`, minor and patch number. */
function parseVersion(text: string): Version | null {
  return parse(text) ?? coerce(text, { includePrerelease: true });
}
