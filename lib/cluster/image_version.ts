/**
 * The version in an image reference.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Tag that stands for the version of the interface release. */
const LATEST = "latest";

/**
 * Returns the version that an image's tag names; empty for `latest`.
 *
 * @throws {OsctlError} of kind `usage` for a reference without a version tag.
 */
export function versionOfImage(image: string): string {
  const name = image.replace(/@.*$/, "");
  const tag = /:([^/:]+)$/.exec(name)?.[1];
  if (tag === LATEST && name === image) return "";
  if (tag !== undefined && /^v?\d+\.\d+(\.|$)/.test(tag)) return tag;
  const problem = tag === undefined ? "it has no tag" : `its tag "${tag}" is not a version`;
  throw new OsctlError(
    "usage",
    `cannot derive the version of configurations from the image "${image}": ${problem}`,
    { hint: "set --os-version, such as --os-version v1.8" },
  );
}
