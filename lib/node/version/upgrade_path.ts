/**
 * The versions of an upgrade: downgrades and skipped minor versions.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { parseOsVersion } from "../../os_versions/mod.ts";
import { escapeControls } from "../../output/text.ts";
import type { NodeTag } from "./version_skew.ts";

/** Options of {@linkcode checkUpgradePath}. */
export interface UpgradePathOptions {
  /** Reference of the installer image. */
  readonly image: string;
  /** Whether the image is the default of the interface release. */
  readonly isDefault: boolean;
  /** Whether an older version is intended. */
  readonly allowDowngrade: boolean;
}

/** Text about the checks that are impossible without a version. */
const UNCHECKED = "downgrades and skipped minor versions are not detected";

/** Returns the tag of an image, else its digest; empty without both. */
export function versionOf(image: string): string {
  const [name = "", digest = ""] = image.split("@");
  return /:([\w][\w.-]*)$/.exec(name)?.[1] ?? digest;
}

/** Returns `v1.8.0 → v1.8.4` for each node of a known version. */
export function describeUpgrades(
  tags: readonly NodeTag[],
  image: string,
): ReadonlyMap<string, string> {
  const target = versionOf(image);
  return new Map(tags.map(({ node, tag }) => [node, `${tag} → ${target}`]));
}

/**
 * Rejects downgrades of the nodes whose version is known.
 *
 * @param nodes Nodes of the upgrade.
 * @returns Warnings about nodes that skip a minor version and about unknown versions, a line each;
 *   undefined without any.
 * @throws {OsctlError} of kind `usage` for a downgrade that is not intended.
 */
export async function checkUpgradePath(
  nodes: readonly string[],
  tags: readonly NodeTag[],
  { image, isDefault, allowDowngrade }: UpgradePathOptions,
): Promise<string | undefined> {
  const target = versionOf(image);
  const to = parseOsVersion(target);
  if (to === undefined) return `osctl: warning: unknown version of "${image}": ${UNCHECKED}\n`;
  const known = tags.filter(({ tag }) => parseOsVersion(tag) !== undefined);
  const unknown = nodes.filter((node) => !known.some((one) => one.node === node));
  const { isOlder } = await import("./is_older.ts");
  const newer = tags.filter(({ tag }) => isOlder(target, tag));
  if (newer.length > 0 && isDefault) {
    throw new OsctlError(
      "usage",
      `the default image has ${target}, older than ${formatTags(newer)}`,
      { hint: "set the installer image with --image" },
    );
  }
  if (newer.length > 0 && !allowDowngrade) {
    throw new OsctlError("usage", `${target} is a downgrade of ${formatTags(newer)}`, {
      hint: "choose a newer image, or add --allow-downgrade",
    });
  }
  const skipping = tags.filter(({ tag }) => {
    const from = parseOsVersion(tag);
    return from !== undefined && from[0] === to[0] && to[1] > from[1] + 1;
  });
  const warnings = [
    ...skipping.length === 0 ? [] : [
      `${target} skips minor versions of ${formatTags(skipping)}; ` +
      "upgrades are supported from one minor version to the next",
    ],
    ...unknown.length === 0 ? [] : [`unknown version of ${unknown.join(", ")}: ${UNCHECKED}`],
  ];
  if (warnings.length === 0) return undefined;
  return warnings.map((warning) => `osctl: warning: ${warning}\n`).join("");
}

function formatTags(tags: readonly NodeTag[]): string {
  return escapeControls(tags.map(({ node, tag }) => `${node} (${tag})`).join(", "));
}
