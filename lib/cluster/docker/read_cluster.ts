/**
 * Reads a cluster from the engine.
 *
 * @module
 */
import { NODE_API_PORT } from "../../distribution.ts";
import type { ClusterNode, ClusterRecord, NodeState, NodeType } from "../types.ts";
import type { EngineClient } from "./engine.ts";
import { listObjects } from "./list_objects.ts";
import { type InspectedContainer, MTU_OPTION, TYPE_LABEL } from "./objects.ts";

/** Port of the Kubernetes API in containers of talosctl. */
const KUBERNETES_PORT = 6443;

/** A cluster of containers. */
export interface FoundCluster {
  readonly record: ClusterRecord;
  /** States by name of node. */
  readonly states: ReadonlyMap<string, NodeState>;
}

/** Reads containers and network of a cluster; undefined when there are none. */
export async function readCluster(
  engine: EngineClient,
  name: string,
  signal: AbortSignal,
): Promise<FoundCluster | undefined> {
  const [listed, [network]] = await listObjects(engine, name, signal);
  if (listed.length === 0 && network === undefined) return undefined;
  const containers = await Promise.all(
    listed.map(({ Id }) =>
      engine.request<InspectedContainer>("GET", `/containers/${Id}/json`, { signal })
    ),
  );
  const [config] = network?.IPAM.Config ?? [];
  const endpoint = mappedEndpoint(containers);
  const times = listed.map(({ Created }) => Created * 1000);
  return {
    record: {
      name,
      provisioner: "docker",
      phase: "ready",
      ca: "",
      network: {
        name: network?.Name ?? "-",
        cidr: config?.Subnet ?? "-",
        gateways: config?.Gateway === undefined ? [] : [config.Gateway.replace(/\/\d+$/, "")],
        mtu: Number(network?.Options?.[MTU_OPTION] ?? 0),
      },
      nodes: containers.map((container) => toNode(container, network?.Name ?? name))
        .toSorted((a, b) => a.name < b.name ? -1 : 1),
      ...(endpoint === undefined ? {} : { kubernetesEndpoint: endpoint }),
      ...(times.length === 0 ? {} : { createdAt: Math.min(...times) }),
    },
    states: new Map(
      containers.map(({ Name, State }) => [Name.replace(/^\//, ""), toNodeState(State.Status)]),
    ),
  };
}

/** Converts the status of a container. */
export function toNodeState(status: string): NodeState {
  switch (status) {
    case "running":
    case "restarting":
      return "running";
    case "paused":
      return "paused";
    default:
      return "stopped";
  }
}

function toNode(
  { Name, Config, HostConfig, NetworkSettings }: InspectedContainer,
  network: string,
): ClusterNode {
  const attachment = NetworkSettings.Networks?.[network];
  // A stopped container has only its configured address.
  const address = attachment?.IPAddress || attachment?.IPAMConfig?.IPv4Address || "-";
  const { NanoCpus = 0, Memory = 0 } = HostConfig;
  const type = Config.Labels?.[TYPE_LABEL];
  return {
    name: Name.replace(/^\//, ""),
    type: (["init", "controlplane", "worker"] as const).find((known) => known === type) ??
      "worker" satisfies NodeType,
    address,
    port: NODE_API_PORT,
    ...(NanoCpus > 0 ? { nanoCpus: NanoCpus } : {}),
    ...(Memory > 0 ? { memory: Memory } : {}),
  };
}

/** Returns the URL of the published port of the Kubernetes API. */
function mappedEndpoint(containers: readonly InspectedContainer[]): string | undefined {
  for (const { HostConfig: { PortBindings } } of containers) {
    const port = PortBindings?.[`${KUBERNETES_PORT}/tcp`]?.[0]?.HostPort;
    if (port !== undefined) return `https://127.0.0.1:${port}`;
  }
  return undefined;
}
