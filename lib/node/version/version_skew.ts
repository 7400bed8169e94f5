/**
 * Warns about nodes whose version differs from that of the interface release.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";

/** Timeout of the version call, milliseconds. */
const TIMEOUT_MS = 5000;

/** Options of {@linkcode checkVersionSkew}. */
export interface VersionSkewOptions {
  /** Cancels the calls. */
  readonly signal: AbortSignal;
  /** Also warn about nodes of a newer minor version, which may require fields unknown here. */
  readonly newer?: boolean;
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
  { signal, newer = false }: VersionSkewOptions,
): Promise<string | undefined> {
  const older: string[] = [];
  const newest: string[] = [];
  for (const { node, value } of await fetchVersions(client, signal)) {
    const tag = value?.version?.tag ?? "";
    if (tag === own) continue;
    // Loading semver takes longer than the call; nodes of the same version do not need it.
    const { isNewerMinor, isOlder } = await import("./is_older.ts");
    const text = escapeControls(`${node} (${tag})`);
    if (isOlder(tag, own)) older.push(text);
    else if (newer && isNewerMinor(tag, own)) newest.push(text);
  }
  const parts = [
    ...older.length === 0 ? [] : [`older than this program (${own}): ${older.join(", ")}`],
    ...newest.length === 0 ? [] : [`newer than this program (${own}): ${newest.join(", ")}`],
  ];
  return parts.length === 0 ? undefined : `osctl: warning: ${parts.join("; ")}\n`;
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
