/**
 * Checks the versions of a rolling upgrade: its path, and the Kubernetes that the new version supports.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import {
  checkUpgradePath,
  type UpgradePathOptions,
  versionOf,
} from "../../node/version/upgrade_path.ts";
import type { NodeTag } from "../../node/version/version_skew.ts";
import { kubernetesRange, parseOsVersion, supportsKubernetes } from "../../os_versions/mod.ts";

/** Options of {@linkcode checkVersions}. */
export interface VersionOptions extends UpgradePathOptions {
  /** Version of Kubernetes, such as `v1.31.1`; undefined where it is unknown. */
  readonly kubernetes: string | undefined;
}

/**
 * Checks the path of an upgrade. Unlike an upgrade of single nodes, it may not skip a minor version: a
 * cluster would have nodes whose versions are not supported together.
 *
 * @returns A warning about what cannot be checked.
 * @throws {OsctlError} of kind `usage` or `unsupported`.
 */
export async function checkVersions(
  nodes: readonly string[],
  tags: readonly NodeTag[],
  { kubernetes, ...path }: VersionOptions,
): Promise<string | undefined> {
  const target = versionOf(path.image);
  const to = parseOsVersion(target);
  const skipping = tags.filter(({ tag }) => {
    const from = parseOsVersion(tag);
    return from !== undefined && to !== undefined && from[0] === to[0] && to[1] > from[1] + 1;
  });
  if (skipping.length > 0) {
    const names = skipping.map(({ node, tag }) => `${node} (${tag})`).join(", ");
    throw new OsctlError("unsupported", `${target} skips minor versions of ${names}`, {
      hint: "upgrade to each minor version in turn",
    });
  }
  const warning = await checkUpgradePath(nodes, tags, path);
  const range = to && kubernetesRange(`v${to[0]}.${to[1]}`);
  if (range !== undefined && kubernetes !== undefined) {
    const version = kubernetes.replace(/^v/, "").replace(/[-+].*$/, "");
    if (!supportsKubernetes(range, version)) {
      throw new OsctlError(
        "unsupported",
        `${target} supports Kubernetes ${range.oldest} to ${range.newest}, ` +
          `the cluster runs ${version}`,
        { hint: "upgrade Kubernetes first, or choose another image" },
      );
    }
  }
  return warning?.replace(/^osctl: /gm, "").trimEnd().replaceAll("\n", "; ");
}
