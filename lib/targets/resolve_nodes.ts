/**
 * Resolves the targets of a command line, once in the process.
 *
 * @module
 */
import type { ClientTarget } from "../client/open.ts";
import { OsctlError } from "../errors.ts";
import { loadPreferences } from "../preferences/load.ts";
import { exists, readText } from "../platform/files.ts";
import { join, resolve } from "../platform/paths.ts";
import { readMembers, type TargetSystem } from "./read_members.ts";
import { type ResolvedNode, resolveTargets } from "./resolve.ts";

export type { TargetSystem } from "./read_members.ts";

/** The cluster file in the working directory, whose groups are targets. */
const CLUSTER_FILE = "cluster.yaml";

/** The resolved targets of each command, by how they are reached. */
const RESOLVED = new WeakMap<TargetSystem, Map<string, Promise<readonly ResolvedNode[]>>>();

/**
 * Returns the nodes of a target. Further calls with the same system, options and expression return the
 * same nodes: a procedure keeps its nodes while the cluster changes.
 *
 * @throws {OsctlError} as `resolveTargets`, and when the cluster does not respond.
 */
export function resolveNodes(
  system: TargetSystem,
  target: ClientTarget & { readonly noPreferences?: boolean },
): Promise<readonly ResolvedNode[]> {
  const { nodes, endpoints, context, cluster, osconfig } = target;
  const key = JSON.stringify([nodes, endpoints, context, cluster, osconfig]);
  const resolved = RESOLVED.getOrInsertComputed(system, () => new Map());
  return resolved.getOrInsertComputed(key, () =>
    resolveTargets(nodes, {
      members: () => readMembers(system, target),
      async labels(members) {
        const { readLabels } = await import("./read_labels.ts");
        return await readLabels(system, target, members);
      },
      groups: async () => [...(await loadPreferences(system, target)).groups.keys()],
      async group(name) {
        const group = (await loadPreferences(system, target)).groups.get(name)!;
        if ("targets" in group) return group.targets;
        const { readGroup } = await import("./read_group.ts");
        return await readGroup(system, name, group.from);
      },
      async declared() {
        const path = join(system.cwd, CLUSTER_FILE);
        if (!await exists(path)) return undefined;
        const { readGroups } = await import("../cluster_file/read_groups.ts");
        const read = (name: string) => readText(resolve(system.cwd, name));
        return await readGroups(CLUSTER_FILE, { read, given: new Map(), env: system.env });
      },
      async failed() {
        const { readFailedNodes } = await import("./failed_nodes.ts");
        return await readFailedNodes(system, target);
      },
    }));
}

/**
 * Returns the nodes of addresses and host names, of which some are names of members. Undefined when
 * none is, or when the cluster has no members that the context may read.
 *
 * @throws {OsctlError} when no endpoint responds.
 */
export async function resolveNames(
  system: TargetSystem,
  target: Parameters<typeof resolveNodes>[1],
): Promise<readonly ResolvedNode[] | undefined> {
  try {
    const nodes = await resolveNodes(system, target);
    return nodes.some(({ name }) => name !== undefined) ? nodes : undefined;
  } catch (error) {
    // A host name needs no member.
    if (error instanceof OsctlError && error.kind === "node") return undefined;
    throw error;
  }
}
