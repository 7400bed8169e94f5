/**
 * The version that sandbox nodes run.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { isNewerThanKnown, NEWEST_TAG, OS_RELEASES, parseOsVersion } from "../os_versions/mod.ts";

/**
 * Parses `--os-version` of a sandbox cluster. A release, such as `v1.12`, stands for its newest tag.
 *
 * @throws {OsctlError} of kind `usage` for an unknown release.
 */
export function parseSandboxVersion(text: string): string {
  const [major, minor] = parseOsVersion(text) ?? [];
  const release = OS_RELEASES.find((known) => known === `v${major}.${minor}`);
  if (release === undefined) {
    const problem = isNewerThanKnown(text)
      ? "is newer than the newest known release"
      : "is unknown";
    throw new OsctlError("usage", `--os-version "${text}" ${problem}`, {
      hint: `use ${OS_RELEASES[0]} to ${OS_RELEASES.at(-1)}, or a version such as v1.12.4`,
    });
  }
  if (/^v?\d+\.\d+$/.test(text)) return NEWEST_TAG[release];
  return text.startsWith("v") ? text : `v${text}`;
}
