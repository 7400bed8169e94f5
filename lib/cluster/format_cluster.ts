/**
 * Output of a cluster as table and as JSON or YAML.
 *
 * @module
 */
import { NARROW_LAYOUT } from "../yaml/layout.ts";
import { NODE_API_PORT } from "../distribution.ts";
import { Table } from "../output/mod.ts";
import type { NodeState } from "./node_states.ts";
import type { ClusterRecord, ClusterStatus } from "./types.ts";

/** Formats rows as aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const table = new Table();
  for (const row of rows) table.add(row);
  return table.takeText();
}

/** Formats the cluster, then its nodes. `-` marks values that the sandbox does not have. */
export function formatCluster(
  record: ClusterRecord,
  states: ReadonlyMap<string, NodeState>,
): string {
  const { network } = record;
  const facts = columns([
    ["PROVISIONER", record.provisioner],
    ["NAME", record.name],
    ["NETWORK NAME", network.name],
    ["NETWORK CIDR", network.cidr],
    ["NETWORK GATEWAY", "-"],
    ["NETWORK MTU", String(network.mtu)],
    ["KUBERNETES ENDPOINT", kubernetesEndpoint(record) ?? "-"],
  ]);
  const nodes = record.nodes
    .toSorted((a, b) => a.name < b.name ? -1 : 1)
    // Sandbox nodes have no resource limits.
    .map((
      node,
    ) => [node.name, node.type, node.address, "-", "-", "-", states.get(node.name) ?? "-"]);
  const table = columns([["NAME", "TYPE", "IP", "CPU", "RAM", "DISK", "STATE"], ...nodes]);
  return `${facts}\nNODES:\n\n${table}`;
}

/** Returns the URL of the Kubernetes API; undefined without control plane nodes. */
export function kubernetesEndpoint({ nodes, apiPort = 6443 }: ClusterRecord): string | undefined {
  const node = nodes.find(({ type }) => type === "controlplane");
  if (node === undefined) return undefined;
  // On systems with one loopback address the nodes differ by port.
  const port = apiPort + node.port - NODE_API_PORT;
  return `https://${node.address.includes(":") ? `[${node.address}]` : node.address}:${port}`;
}

/** Encodes the cluster as JSON or YAML with stable field names. */
export async function encodeCluster(
  status: ClusterStatus,
  states: ReadonlyMap<string, NodeState>,
  format: "json" | "yaml",
): Promise<string> {
  const { record, running } = status;
  const value = {
    provisioner: record.provisioner,
    name: record.name,
    running,
    network: record.network,
    kubernetesEndpoint: kubernetesEndpoint(record) ?? null,
    context: record.osconfig?.context ?? null,
    nodes: record.nodes.map(({ name, type, address, port }) => ({
      ...{ name, type, address, port },
      state: states.get(name) ?? null,
    })),
  };
  if (format === "json") return `${JSON.stringify(value, undefined, 2)}\n`;
  const { writeYaml } = await import("../yaml/write.ts");
  return writeYaml({ ...value, network: { ...value.network } }, NARROW_LAYOUT);
}
