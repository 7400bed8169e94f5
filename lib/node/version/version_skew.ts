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

/** Options of {@linkcode checkVersionSkew}. */
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
  { signal }: VersionSkewOptions,
): Promise<string | undefined> {
  const tags = (await fetchVersions(client, signal)).map(({ node, value }) => ({
    node,
    tag: value?.version?.tag ?? "",
  }));
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
interface NodeTag {
  readonly node: string;
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

async function fetchVersions(client: NodeClient, signal: AbortSignal) {
  try {
    return await client.call(MachineService.Version, {}, { timeoutMs: TIMEOUT_MS, signal });
  } catch (error) {
    // The command's own call reports an unreachable node.
    if (error instanceof OsctlError) return [];
    throw error;
  }
}
