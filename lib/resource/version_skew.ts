/**
 * Tells when a node is older than this program, which then may know types and fields it does not.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";

/** A node that does not say its version soon is not waited for, milliseconds. */
const PATIENCE_MS = 5000;

/**
 * One line for stderr, or undefined when every node that answers is as new as `own` at least.
 *
 * @param own This program's version, for example `v1.8.0`.
 * @param signal Ends it without a result.
 */
export async function versionSkew(
  client: NodeClient,
  own: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const older: string[] = [];
  for (const { node, value } of await answers(client, signal)) {
    const tag = value?.version?.tag ?? "";
    if (tag === own) continue;
    // Loading semver takes longer than the call; nodes of the same version do not need it.
    const { isOlder } = await import("./is_older.ts");
    if (isOlder(tag, own)) older.push(`${node} (${tag})`);
  }
  if (older.length === 0) return undefined;
  return `osctl: warning: older than this program (${own}): ${older.join(", ")}\n`;
}

async function answers(client: NodeClient, signal: AbortSignal) {
  try {
    return await client.call(MachineService.Version, {}, { timeoutMs: PATIENCE_MS, signal });
  } catch (error) {
    // A node that cannot be reached fails in what the command is about, and is told of there.
    if (error instanceof OsctlError) return [];
    throw error;
  }
}
