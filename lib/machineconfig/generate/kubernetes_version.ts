/**
 * Parses `--kubernetes-version`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** Returns whether a text is a version without `v`, as in image tags. */
export function isKubernetesVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(text);
}

/**
 * Returns the version without `v`; empty for the default of the nodes.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseKubernetesVersion(text: string): string {
  const version = text.replace(/^v/, "");
  if (text === "" || isKubernetesVersion(version)) return version;
  throw new OsctlError("usage", `invalid version "${text}" for --kubernetes-version`, {
    hint: "use a version such as 1.31.1",
  });
}
