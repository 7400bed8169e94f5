/**
 * Output of a cluster as table and as JSON or YAML.
 *
 * @module
 */
import { toUrlHost } from "../pki/ip.ts";
import { NARROW_LAYOUT } from "../yaml/layout.ts";
import { NODE_API_PORT } from "../distribution.ts";
import { createColours } from "../output/colour.ts";
import type { TableColumns } from "../output/fit_table.ts";
import { formatFixed } from "../output/go_float.ts";
import { PADDING, Table } from "../output/mod.ts";
import type { RowFormat, View } from "../output/rows.ts";
import { formatSize } from "../output/size.ts";
import { getTableWidth, type TableFlags, type TableSystem } from "../output/table_options.ts";
import { type ClusterRecord, type ClusterStatus, isControlPlane, type NodeState } from "./types.ts";

/** Formats rows after their headers, if any, which fit `width` columns of a terminal. */
export function columns(
  rows: readonly (readonly string[])[],
  { headers = [], width, ...fitting }: Partial<TableColumns> & { width?: number | undefined } = {},
): string {
  const table = new Table(PADDING, { headers, ...fitting });
  if (headers.length > 0) table.addHeader();
  for (const row of rows) table.add(row);
  return table.takeText(width);
}

/**
 * Formats the cluster, then its nodes, for a terminal no wider than it is. `-` marks values that the
 * provisioner does not have.
 */
export function formatCluster(
  record: ClusterRecord,
  states: ReadonlyMap<string, NodeState>,
  system: TableSystem,
  flags: Pick<TableFlags, "wide"> = {},
): string {
  const { network } = record;
  const colours = createColours(system);
  const stateText = (name: string) => {
    const state = states.get(name);
    if (state === undefined) return "-";
    return colours[state === "running" ? "green" : "red"](state);
  };
  const facts = columns([
    ["PROVISIONER", record.provisioner],
    ["NAME", record.name],
    ["NETWORK NAME", network.name],
    ["NETWORK CIDR", (network.cidrs ?? [network.cidr]).join(",")],
    ["NETWORK GATEWAY", (network.gateways ?? []).join(",") || "-"],
    ["NETWORK MTU", String(network.mtu)],
    ["KUBERNETES ENDPOINT", kubernetesEndpoint(record) ?? "-"],
  ]);
  const nodes = record.nodes
    .toSorted((a, b) => a.name < b.name ? -1 : 1)
    .map((node) => [
      node.name,
      node.type,
      (node.addresses ?? [node.address]).join(","),
      node.nanoCpus === undefined ? "-" : formatFixed(node.nanoCpus / 1e9, 2),
      node.memory === undefined ? "-" : formatSize(node.memory),
      node.disk === undefined ? "-" : formatSize(node.disk),
      stateText(node.name),
    ]);
  const headers = ["NAME", "TYPE", "IP", "CPU", "RAM", "DISK", "STATE"];
  const table = columns(nodes, {
    headers,
    hideFirst: ["CPU", "DISK", "RAM"],
    // `cluster create` has no --wide.
    canHide: flags.wide !== undefined,
    width: getTableWidth(system, flags),
  });
  return `${facts}\nNODES:\n\n${table}`;
}

/** Returns the URL of the Kubernetes API; undefined without control plane nodes. */
export function kubernetesEndpoint(
  { nodes, apiPort = 6443, kubernetesEndpoint: known }: ClusterRecord,
): string | undefined {
  if (known !== undefined) return known;
  const node = nodes.find(isControlPlane);
  if (node === undefined) return undefined;
  // On systems with one loopback address the nodes differ by port.
  const port = apiPort + node.port - NODE_API_PORT;
  return `https://${toUrlHost(node.address)}:${port}`;
}

/** A cluster and the states of its nodes. */
export interface ShownCluster {
  readonly status: ClusterStatus;
  readonly states: ReadonlyMap<string, NodeState>;
}

/** Fields of `cluster show`. */
export const clusterView: Pick<View<ShownCluster>, "fields" | "local" | "name"> = {
  local: true,
  name: "name",
  fields: {
    provisioner: ({ status: { record } }) => record.provisioner,
    name: ({ status: { record } }) => record.name,
    running: ({ status: { running } }) => running,
    network: ({ status: { record } }) => ({ ...record.network }),
    kubernetesEndpoint: ({ status: { record } }) => kubernetesEndpoint(record) ?? null,
    context: ({ status: { record } }) => record.osconfig?.context ?? null,
    nodes: ({ status: { record }, states }) =>
      record.nodes.map(({ name, type, address, port, addresses, nanoCpus, memory, disk }) => ({
        name,
        type,
        address,
        port,
        state: states.get(name) ?? null,
        addresses: addresses ?? [address],
        nanoCpus: nanoCpus ?? null,
        memory: memory ?? null,
        disk: disk ?? null,
      })),
  },
};

/** Encodes the cluster with stable field names. */
export async function encodeCluster(
  cluster: ShownCluster,
  format: Exclude<RowFormat, "table">,
): Promise<string> {
  const { fields } = clusterView;
  const read = (name: string) => fields[name]!(cluster);
  if (typeof format === "object" && "text" in format) return format.text(read);
  const names = typeof format === "object" ? format.fields : Object.keys(fields);
  const value = Object.fromEntries(names.map((name) => [name, read(name)]));
  if (format !== "yaml") return `${JSON.stringify(value, undefined, 2)}\n`;
  const { writeYaml } = await import("../yaml/write.ts");
  return writeYaml(value, NARROW_LAYOUT);
}
