/**
 * The local clusters of a state folder.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { View } from "../output/rows.ts";
import type { System } from "../platform/system.ts";
import { ClusterState, isClusterName } from "./cluster_state.ts";
import { isAlive } from "./process_identity.ts";
import type { ClusterRecord } from "./types.ts";

/** State of a cluster: `stopped` when its process has ended, `incomplete` after a failed creation. */
export type ClusterPhase = "running" | "stopped" | "incomplete";

/** A cluster of a state folder. */
export interface ListedCluster {
  readonly name: string;
  readonly state: ClusterPhase;
  /** Undefined when it is unreadable. */
  readonly record: ClusterRecord | undefined;
}

/** Lists the clusters of a state folder, by name. Other folders are ignored. */
export async function listClusters(
  stateFolder: string,
  { spawn }: Pick<System, "spawn">,
): Promise<ListedCluster[]> {
  return await Promise.all(
    (await clusterNames(stateFolder)).map((name) =>
      readCluster(new ClusterState(stateFolder, name), spawn)
    ),
  );
}

async function readCluster(
  state: ClusterState,
  spawn: System["spawn"],
): Promise<ListedCluster> {
  const { name } = state;
  try {
    const record = await state.readRecord();
    const process = await state.readProcess();
    if (record === undefined) return { name, state: "incomplete", record };
    if (process !== undefined && await isAlive(process, spawn)) {
      return { name, state: "running", record };
    }
    return { name, state: record.phase === "creating" ? "incomplete" : "stopped", record };
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    return { name, state: "incomplete", record: undefined };
  }
}

/** Returns the sorted names of the clusters in a state folder. */
async function clusterNames(stateFolder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(stateFolder)) {
      if (!isDirectory || !isClusterName(name)) continue;
      if (await new ClusterState(stateFolder, name).isOwn()) names.push(name);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return names.sort();
}

/** Creates the error for a cluster that does not exist, with the existing ones. */
export async function unknownClusterError(
  stateFolder: string,
  name: string,
): Promise<OsctlError> {
  const names = await clusterNames(stateFolder);
  return new OsctlError("input", `cluster "${name}" not found in "${stateFolder}"`, {
    hint: names.length === 0
      ? 'create one with "osctl cluster create --provisioner sandbox"'
      : `select one with --name: ${names.join(", ")}`,
  });
}

const countNodes = ({ record }: ListedCluster, type: string) =>
  record?.nodes.filter((node) => node.type === type).length ?? null;

/** Columns and fields of `cluster list`. */
export const clustersView: View<ListedCluster> = {
  local: true,
  columns: [
    { header: "NAME", cell: ({ name }) => name },
    { header: "PROVISIONER", cell: ({ record }) => record?.provisioner ?? "-" },
    {
      header: "STATE",
      cell: ({ state }) => state,
      tint: ({ state }) => state === "running" ? "green" : "red",
    },
    {
      header: "NODES",
      cell: ({ record }) => record === undefined ? "-" : String(record.nodes.length),
      key: ({ record }) => record?.nodes.length ?? -1,
    },
    { header: "CIDR", cell: ({ record }) => record?.network.cidr ?? "-" },
    { header: "CONTEXT", cell: ({ record }) => record?.osconfig?.context ?? "-" },
  ],
  fields: {
    name: ({ name }) => name,
    provisioner: ({ record }) => record?.provisioner ?? null,
    state: ({ state }) => state,
    controlPlanes: (cluster) => countNodes(cluster, "controlplane"),
    workers: (cluster) => countNodes(cluster, "worker"),
    unconfigured: (cluster) => countNodes(cluster, "unconfigured"),
    cidr: ({ record }) => record?.network.cidr ?? null,
    context: ({ record }) => record?.osconfig?.context ?? null,
  },
};
