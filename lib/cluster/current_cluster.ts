/**
 * Selection of the local cluster that the current context of the client configuration belongs to.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { loadClientConfig, selectContext } from "../osconfig/load.ts";
import type { Surroundings } from "../osconfig/locate.ts";
import { type ClusterSelection, selectCluster } from "./choose_provisioner.ts";
import { isOwnContext } from "./client_context.ts";
import { ClusterState } from "./cluster_state.ts";
import { clusterNames } from "./list_clusters.ts";

/** Flags that select a cluster. */
export interface CurrentClusterFlags {
  readonly name: string;
  readonly state: string;
  readonly provisioner: string;
  readonly context: string;
  readonly osconfig: string;
}

/**
 * Returns the cluster of `--name`, else the one that the context belongs to, else the default of
 * `--name`.
 *
 * @throws {OsctlError} of kind `input` if `--context` names a context of no local cluster.
 */
export async function selectCurrentCluster(
  flags: CurrentClusterFlags,
  given: ReadonlySet<string>,
  system: Surroundings,
): Promise<ClusterSelection> {
  const selection = selectCluster(flags, given, system);
  if (given.has("name")) return selection;
  const config = await loadClientConfig(flags.osconfig, system);
  if (flags.context === "" && !config.contexts.has(config.current)) return selection;
  const { name: context, record } = selectContext(config, flags.context);
  const { stateFolder } = selection;
  for (const name of await clusterNames(stateFolder)) {
    const cluster = await readCluster(stateFolder, name);
    if (cluster !== undefined && isOwnContext(record, cluster)) return { ...selection, name };
  }
  if (flags.context === "") return selection;
  throw new OsctlError(
    "input",
    `context "${context}" belongs to no cluster in "${stateFolder}"`,
    { hint: 'select a cluster with --name; list them with "osctl cluster list"' },
  );
}

/** Reads the record of a cluster; undefined if it is absent or invalid. */
async function readCluster(stateFolder: string, name: string) {
  try {
    const cluster = await new ClusterState(stateFolder, name).readRecord();
    return cluster && { ca: cluster.ca, addresses: cluster.nodes.map(({ address }) => address) };
  } catch (error) {
    if (error instanceof OsctlError && error.kind === "input") return undefined;
    throw error;
  }
}
