import coerce from "semver/functions/coerce.js";
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";

/** Returns whether version `a` precedes `b`; false when one of them is not a version. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left !== null && right !== null && compare(left, right) < 0;
}

/** A version with or without `v`, minor and patch number; at most three digits each, unlike hashes. */
const VERSION = /^v?\d{1,3}(?:\.\d{1,3}){0,2}(?![\w.])/;

/** Parses a version; null for other texts, such as the hash of a build without tags. */
function parseVersion(text: string) {
  return parse(text) ?? (VERSION.test(text) ? coerce(text, { includePrerelease: true }) : null);
}
