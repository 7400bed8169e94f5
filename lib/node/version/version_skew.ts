/**
 * Warns about nodes older than the interface release, or newer than the newest known release.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { isNewerThanKnown, NEWEST_OS_RELEASE } from "../../os_versions/mod.ts";
import { escapeControls } from "../../output/text.ts";

/** Timeout of the version call, milliseconds. */
const TIMEOUT_MS = 5000;

/** Options of the version calls. */
export interface VersionSkewOptions {
  /** Cancels the calls. */
  readonly signal: AbortSignal;
}

/**
 * Returns a warning for stderr, one line; undefined when the versions of all responding nodes fit.
 * Nodes older than `own` may lack resource types and fields.
 *
 * @param own Version of this client, such as `v1.8.0`.
 */
export async function checkVersionSkew(
  client: NodeClient,
  own: string,
  options: VersionSkewOptions,
): Promise<string | undefined> {
  return await describeVersionSkew(await readNodeTags(client, options), own);
}

/** Returns the warning of {@linkcode checkVersionSkew} about these nodes. */
export async function describeVersionSkew(
  tags: readonly NodeTag[],
  own: string,
): Promise<string | undefined> {
  const older: string[] = [];
  for (const { node, tag } of tags) {
    if (tag === own) continue;
    // Loading semver takes longer than the call; nodes of the same version do not need it.
    const { isOlder } = await import("./is_older.ts");
    if (isOlder(tag, own)) older.push(formatNode(node, tag));
  }
  const parts = [
    ...older.length === 0 ? [] : [`older than this program (${own}): ${older.join(", ")}`],
    ...describeUnknownReleases(tags),
  ];
  return parts.length === 0 ? undefined : `osctl: warning: ${parts.join("; ")}\n`;
}

/** The version of a node. */
export interface NodeTag {
  readonly node: string;
  /** Such as `v1.8.4`. */
  readonly tag: string;
}

/** Returns a warning about nodes of releases newer than the newest known one, one line. */
export function warnUnknownReleases(tags: readonly NodeTag[]): string | undefined {
  const [part] = describeUnknownReleases(tags);
  return part && `osctl: warning: ${part}\n`;
}

/** Nodes of such releases may require fields and methods that this program does not have. */
function describeUnknownReleases(tags: readonly NodeTag[]): string[] {
  const nodes = tags.filter(({ tag }) => isNewerThanKnown(tag))
    .map(({ node, tag }) => formatNode(node, tag));
  if (nodes.length === 0) return [];
  return [`newer than the newest known release (${NEWEST_OS_RELEASE}): ${nodes.join(", ")}`];
}

function formatNode(node: string, tag: string): string {
  return escapeControls(`${node} (${tag})`);
}

/**
 * Reads the versions of nodes by one call. Nodes that do not respond in time or do not serve the
 * call, as in maintenance mode before v1.13, are absent.
 */
export async function readNodeTags(
  client: NodeClient,
  { signal }: VersionSkewOptions,
): Promise<NodeTag[]> {
  try {
    const results = await client.call(MachineService.Version, {}, {
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return results.flatMap(({ node, value }) => {
      const tag = value?.version?.tag;
      return tag ? [{ node, tag }] : [];
    });
  } catch (error) {
    // The command's own call reports an unreachable node.
    if (error instanceof OsctlError) return [];
    throw error;
  }
}
