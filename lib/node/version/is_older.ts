import coerce from "semver/functions/coerce.js";
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";

/** Returns whether version `a` precedes `b`; false when one of them is not a version. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left !== null && right !== null && compare(left, right) < 0;
}

/** Parses a semantic version, with or without `v`, minor and patch number. */
function parseVersion(text: string) {
  return parse(text) ?? coerce(text, { includePrerelease: true });
}
