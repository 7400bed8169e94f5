/**
 * Local files that a copy of a node's path would replace.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { exists } from "../../platform/files.ts";
import { join } from "../../platform/paths.ts";

/** Numbers of regular files and links on the wire. */
const TYPES = [0, 2];

/**
 * Lists the files and links of a path on a node that exist in a local folder. A node that cannot list
 * the path has none: the copy reports its error.
 *
 * @param folder Absolute path.
 */
export async function findExistingTargets(
  client: NodeClient,
  node: string,
  path: string,
  folder: string,
): Promise<string[]> {
  const request = { root: path, recurse: true, recursionDepth: -1, types: TYPES };
  const found: string[] = [];
  try {
    const entries = client.stream(MachineService.List, request, node, { idleLimit: "scan" });
    for await (const { relativeName, error } of entries) {
      // Entries outside of the folder are rejected by the copy itself.
      if (error || !relativeName || relativeName.split("/").includes("..")) continue;
      if (await exists(join(folder, relativeName))) found.push(relativeName);
    }
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    return [];
  }
  return found;
}

/** Returns whether a local folder has entries. */
export async function hasEntries(folder: string): Promise<boolean> {
  if (!await exists(folder)) return false;
  for await (const _ of Deno.readDir(folder)) return true;
  return false;
}
