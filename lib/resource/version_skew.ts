/**
 * Warns about nodes older than this client, which may lack resource types and fields.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";

/** Timeout of the version call, milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Returns a warning for stderr; undefined when no responding node is older than `own`.
 *
 * @param own Version of this client, such as `v1.8.0`.
 * @param signal Cancels the calls.
 */
export async function checkVersionSkew(
  client: NodeClient,
  own: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const older: string[] = [];
  for (const { node, value } of await fetchVersions(client, signal)) {
    const tag = value?.version?.tag ?? "";
    if (tag === own) continue;
    // Loading semver takes longer than the call; nodes of the same version do not need it.
    const { isOlder } = await import("./is_older.ts");
    if (isOlder(tag, own)) older.push(`${node} (${tag})`);
  }
  if (older.length === 0) return undefined;
  return `osctl: warning: older than this program (${own}): ${older.join(", ")}\n`;
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
