/**
 * Lists clusters of containers: those that the engine has by labels, and those in the state folder.
 *
 * @module
 */
import { NODE_API_PORT } from "../../distribution.ts";
import type { ClusterRecord, ListedCluster } from "../types.ts";
import { ProvisionerUnavailableError } from "../unavailable.ts";
import type { EngineClient } from "./engine.ts";
import { listObjects } from "./list_objects.ts";
import {
  CLUSTER_LABEL,
  type EngineNetwork,
  type ListedContainer,
  MTU_OPTION,
  nameOfContainer,
} from "./objects.ts";
import { toNodeState } from "./read_cluster.ts";
import { readRecord } from "./records.ts";

/** Lists the clusters of an engine, and those in the state folder that it has not. */
export async function listContainerClusters(
  connect: () => Promise<EngineClient>,
  stateFolder: string,
  signal: AbortSignal,
): Promise<ListedCluster[]> {
  let containers: ListedContainer[], networks: EngineNetwork[], address: string;
  try {
    const engine = await connect();
    address = engine.address;
    [containers, networks] = await listObjects(engine, undefined, signal);
  } catch (error) {
    if (!(error instanceof ProvisionerUnavailableError)) throw error;
    return await listRecords(stateFolder);
  }
  const nameOf = ({ Labels }: Pick<EngineNetwork, "Labels">) => Labels?.[CLUSTER_LABEL] ?? "";
  const names = new Set([...containers, ...networks].map(nameOf).filter((name) => name !== ""));
  const listed = await Promise.all([...names].map(async (name): Promise<ListedCluster> => {
    const record = await readRecord(stateFolder, name);
    const own = containers.filter((one) => nameOf(one) === name);
    const network = networks.find((one) => nameOf(one) === name);
    const isComplete = network !== undefined && own.length > 0 && record?.phase !== "creating" &&
      (record === undefined || record.nodes.length === own.length);
    const isRunning = own.some(({ State }) => toNodeState(State) === "running");
    return {
      name,
      provisioner: "docker",
      state: !isComplete ? "incomplete" : isRunning ? "running" : "stopped",
      record: record ?? toListedRecord(name, own, network),
    };
  }));
  const rest = (await listRecords(stateFolder)).filter(({ name }) => !names.has(name));
  return [
    ...listed,
    ...rest.map((one) =>
      one.record?.engine === address ? { ...one, state: "incomplete" as const } : one
    ),
  ];
}

/** Returns the clusters in the state folder, whose containers are unknown. */
async function listRecords(stateFolder: string): Promise<ListedCluster[]> {
  const { clusterNames } = await import("../list_clusters.ts");
  const names = await clusterNames(stateFolder);
  const records = await Promise.all(names.map((name) => readRecord(stateFolder, name)));
  return records.filter((record) => record !== undefined).map((record) => ({
    name: record.name,
    provisioner: "docker",
    state: "unreachable",
    record,
  }));
}

/** Returns the record of a cluster of another client, as far as lists contain it. */
function toListedRecord(
  name: string,
  containers: readonly ListedContainer[],
  network: EngineNetwork | undefined,
): ClusterRecord {
  const times = containers.map(({ Created }) => Created * 1000);
  return {
    name,
    provisioner: "docker",
    phase: "ready",
    ca: "",
    network: {
      name: network?.Name ?? name,
      cidr: network?.IPAM.Config?.[0]?.Subnet ?? "-",
      mtu: Number(network?.Options?.[MTU_OPTION] ?? 0),
    },
    nodes: containers.map((container) => ({
      name: nameOfContainer(container),
      type: container.Labels?.["talos.type"] === "worker" ? "worker" : "controlplane",
      address: "",
      port: NODE_API_PORT,
    })),
    ...(times.length === 0 ? {} : { createdAt: Math.min(...times) }),
  };
}
