/**
 * Summary of a new cluster: its context, and commands to try.
 *
 * @module
 */
import { shellQuoted } from "../output/shell_quoted.ts";
import { columns } from "./format_cluster.ts";
import { type CreatedCluster, isControlPlane } from "./types.ts";

/** Flags that the suggested commands need; empty when not given. */
export interface SummaryFlags {
  readonly osconfig: string;
  readonly state: string;
}

/** Formats the context of a new cluster, and three commands to try. */
export function formatNextSteps(
  cluster: Pick<CreatedCluster, "record" | "endpoints" | "nodes">,
  flags: SummaryFlags,
): string {
  const { record, endpoints, nodes } = cluster;
  const { context = "", path = "" } = record.osconfig ?? {};
  const facts = columns([
    ["CONTEXT", context === "" ? "-" : `${context} (current) in ${path}`],
    ["ENDPOINTS", endpoints.join(",") || "-"],
    ["NODES", nodes.join(",") || "-"],
  ]);
  const commands = suggestCommands(cluster, flags).map((line) => `  ${line}\n`).join("");
  return `\n${facts}\nTry:\n${commands}`;
}

function suggestCommands(
  { record }: Pick<CreatedCluster, "record">,
  flags: SummaryFlags,
): string[] {
  const option = (name: string, value: string) =>
    value === "" ? "" : ` ${name} ${shellQuoted(value)}`;
  const osctl = `osctl${option("--osconfig", flags.osconfig)}`;
  const destroy = `osctl cluster destroy --name ${record.name}${option("--state", flags.state)}`;
  const named = (type: string) => record.nodes.find((node) => node.type === type);
  if (!record.nodes.some(isControlPlane)) {
    const address = named("unconfigured")?.address ?? "<node>";
    return [
      `osctl disks --insecure -n ${address}`,
      `osctl apply-config --insecure -n ${address} -f <file>`,
      destroy,
    ];
  }
  const worker = named("worker");
  const second = worker === undefined ? `${osctl} service` : `${osctl} -n ${worker.name} service`;
  return [`${osctl} get members`, second, destroy];
}
