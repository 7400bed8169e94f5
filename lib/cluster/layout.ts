/**
 * How a cluster is shown.
 *
 * @module
 */
import { Table } from "../output/mod.ts";
import type { ClusterRecord, ClusterStatus } from "./types.ts";

/** Rows as columns, three spaces apart, the last column not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const table = new Table();
  for (const row of rows) table.add(row);
  return table.toString();
}

/** The two blocks of `show`: the cluster, then its nodes. `-` is what the sandbox has not. */
export function showLayout(record: ClusterRecord): string {
  const { network } = record;
  const facts = columns([
    ["PROVISIONER", record.provisioner],
    ["NAME", record.name],
    ["NETWORK NAME", network.name],
    ["NETWORK CIDR", network.cidr],
    ["NETWORK GATEWAY", "-"],
    ["NETWORK MTU", String(network.mtu)],
    ["KUBERNETES ENDPOINT", "-"],
  ]);
  const nodes = record.nodes
    .toSorted((a, b) => a.name < b.name ? -1 : 1)
    // The nodes share the machine; none has a limit of its own.
    .map((node) => [node.name, node.type, node.address, "-", "-", "-"]);
  const table = columns([["NAME", "TYPE", "IP", "CPU", "RAM", "DISK"], ...nodes]);
  return `${facts}\nNODES:\n\n${table}`;
}

/** The same for programs. Field names are stable. */
export async function showRecord(status: ClusterStatus, format: "json" | "yaml"): Promise<string> {
  const { record, running } = status;
  const value = {
    provisioner: record.provisioner,
    name: record.name,
    running,
    network: record.network,
    context: record.osconfig?.context ?? null,
    nodes: record.nodes.map(({ name, type, address, port }) => ({ name, type, address, port })),
  };
  if (format === "json") return `${JSON.stringify(value, undefined, 2)}\n`;
  const { yamlDocument } = await import("../output/yaml_document.ts");
  return yamlDocument(value);
}
