/**
 * Opens a cluster file for the cluster of a context: the declared machines, or local ones that were
 * created from the file.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { isOwnContext } from "../../cluster/client_context.ts";
import { ClusterState } from "../../cluster/cluster_state.ts";
import { clusterNames } from "../../cluster/list_clusters.ts";
import { resolveStateFolder } from "../../cluster/mod.ts";
import type { ClusterRecord } from "../../cluster/types.ts";
import type { DeclaredCluster } from "../../cluster_file/mod.ts";
import { HOME_FOLDER } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { loadClientConfig, selectContext } from "../../osconfig/load.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { Surroundings } from "../../osconfig/locate.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { locateNodes } from "./identify.ts";
import type { ReportNotice } from "./notices.ts";
import { localise, type LocalMachines } from "./localise.ts";
import { type ClusterFileOptions, openCluster, readSecrets } from "./open_cluster.ts";

/** A cluster file and the running cluster. */
export interface RunningOptions extends ClusterFileOptions, ConnectionOptions {
  /** Addresses of machines among which nodes without address are found. */
  readonly maintenance: readonly string[];
}

/** A declared cluster, as it is on the machines of a context, and its secrets. */
export interface RunningCluster {
  readonly cluster: DeclaredCluster;
  readonly bundle: SecretsBundle;
}

/**
 * Loads the cluster file and the secrets. When the context belongs to a local cluster that was created
 * from a cluster file, the declared nodes are its machines, and the secrets are its own.
 *
 * @throws {OsctlError} of kind `input` with all problems and their places; of kind `file` or `usage`.
 */
export async function openRunningCluster(
  context: ProcedureContext<NodeClient>,
  options: RunningOptions,
  notice: ReportNotice,
): Promise<RunningCluster> {
  const declared = await openCluster(context, options, notice);
  const found = await findLocal(context, options);
  if (found === undefined) {
    const cluster = await locateNodes(context, declared, options, options.maintenance, notice);
    return { cluster, bundle: await readSecrets(context, declared, notice) };
  }
  const { name } = found.record;
  await notice({
    kind: "context",
    text: `the context belongs to the local cluster "${name}": using its addresses and secrets`,
  });
  const cluster = localise(declared, found.local);
  return { cluster, bundle: await readSecrets(context, cluster, notice) };
}

/** Returns the machines of a local cluster; undefined when no cluster file declares it. */
export function localMachines(record: ClusterRecord, secrets: string): LocalMachines | undefined {
  const { declared, provisioner, nodes } = record;
  if (declared === undefined) return undefined;
  return {
    provisioner,
    adaptation: declared,
    secrets,
    addresses: new Map(nodes.map(({ name, address }) => [name, [address]])),
  };
}

interface FoundCluster {
  readonly record: ClusterRecord;
  readonly local: LocalMachines;
}

/** Returns the local cluster of the context, if a cluster file declares it. */
async function findLocal(
  system: Surroundings,
  { context, osconfig }: Pick<ConnectionOptions, "context" | "osconfig">,
): Promise<FoundCluster | undefined> {
  const folder = resolveStateFolder(`<home>/${HOME_FOLDER}/clusters`, system);
  const found: FoundCluster[] = [];
  for (const name of await clusterNames(folder)) {
    const state = new ClusterState(folder, name);
    const record = await readRecord(state);
    const local = record && localMachines(record, state.declaredSecretsPath);
    if (local !== undefined) found.push({ record: record!, local });
  }
  if (found.length === 0) return undefined;
  const config = await loadClientConfig(osconfig, system);
  if (context === "" && !config.contexts.has(config.current)) return undefined;
  const selected = selectContext(config, context).record;
  // The secrets of a local cluster are its own, so its authority identifies it.
  return found.find(({ record: { ca, nodes } }) =>
    isOwnContext(selected, { ca, addresses: nodes.map(({ address }) => address) })
  );
}

/** Reads a record; undefined for a damaged one. */
async function readRecord(state: ClusterState): Promise<ClusterRecord | undefined> {
  try {
    return await state.readRecord();
  } catch (error) {
    if (error instanceof OsctlError && error.kind === "input") return undefined;
    throw error;
  }
}
