/**
 * The local clusters of all provisioners.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { View } from "../output/rows.ts";
import { toTimestamp } from "../output/go_time.ts";
import { formatRelativeTime } from "../output/relative_time.ts";
import { exists, fileErrorReason } from "../platform/files.ts";
import { ClusterState, isClusterName } from "./cluster_state.ts";
import { isControlPlane, type ListedCluster, type Provisioner } from "./types.ts";

/** Lists the clusters of provisioners, and those whose state belongs to another user, by name. */
export async function listClusters(
  provisioners: readonly Provisioner[],
  stateFolder: string,
): Promise<ListedCluster[]> {
  const lists = await Promise.all(provisioners.map((one) => one.list(stateFolder)));
  const { unreadable } = await scan(stateFolder);
  const others = unreadable.map((name): ListedCluster => ({
    name,
    state: "unreachable",
    record: undefined,
  }));
  const key = ({ name, provisioner }: ListedCluster) => `${name} ${provisioner ?? ""}`;
  return [...lists.flat(), ...others].sort((a, b) => key(a) < key(b) ? -1 : 1);
}

/**
 * Returns the sorted names of the clusters with readable state in a folder, of any provisioner.
 * Other folders are ignored.
 */
export async function clusterNames(stateFolder: string): Promise<string[]> {
  return (await scan(stateFolder)).readable;
}

/** Returns the sorted names of clusters, and of folders that belong to another user, as by sudo. */
async function scan(
  stateFolder: string,
): Promise<{ readonly readable: string[]; readonly unreadable: string[] }> {
  const readable: string[] = [];
  const unreadable: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(stateFolder)) {
      if (!isDirectory || !isClusterName(name)) continue;
      const state = new ClusterState(stateFolder, name);
      try {
        if (await state.isOwn() || await hasStateFile(state.folder)) readable.push(name);
      } catch (error) {
        const { cause } = error as Error;
        if (!(cause instanceof Deno.errors.PermissionDenied)) throw error;
        unreadable.push(name);
      }
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { readable: [], unreadable: [] };
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    const text = error instanceof Deno.errors.NotADirectory ? "not a directory" : reason;
    throw new OsctlError("file", `cannot read the state directory "${stateFolder}": ${text}`, {
      hint: "set another one with --state",
      cause: error,
    });
  }
  return { readable: readable.sort(), unreadable: unreadable.sort() };
}

/** Reports whether a folder has a record, or the state file of a virtual machine cluster. */
async function hasStateFile(folder: string): Promise<boolean> {
  return await exists(`${folder}/cluster.json`) || await exists(`${folder}/state.yaml`);
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

/**
 * Returns columns and fields of `cluster list`.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export const clustersView = (now: number): View<ListedCluster> => ({
  local: true,
  columns: [
    { header: "NAME", cell: ({ name }) => name },
    { header: "PROVISIONER", cell: ({ provisioner = "-" }) => provisioner },
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
    {
      header: "CREATED",
      cell: ({ record }) =>
        record?.createdAt === undefined ? "-" : formatRelativeTime(record.createdAt, now),
      key: ({ record }) => -(record?.createdAt ?? 0),
      time: {
        isRelative: true,
        of: ({ record }) =>
          record?.createdAt === undefined ? undefined : toTimestamp(record.createdAt),
      },
    },
    { header: "CIDR", cell: ({ record }) => record?.network.cidr ?? "-" },
    { header: "CONTEXT", cell: ({ record }) => record?.osconfig?.context ?? "-" },
  ],
  fields: {
    name: ({ name }) => name,
    provisioner: ({ provisioner }) => provisioner ?? null,
    state: ({ state }) => state,
    createdAt: ({ record }) =>
      record?.createdAt === undefined ? null : new Date(record.createdAt).toISOString(),
    controlPlanes: ({ record }) => record?.nodes.filter(isControlPlane).length ?? null,
    workers: (cluster) => countNodes(cluster, "worker"),
    unconfigured: (cluster) => countNodes(cluster, "unconfigured"),
    cidr: ({ record }) => record?.network.cidr ?? null,
    context: ({ record }) => record?.osconfig?.context ?? null,
  },
});
