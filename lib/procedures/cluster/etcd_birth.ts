/**
 * Whether the etcd of a declared cluster still awaits its bootstrap.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import type { DeclaredNode } from "../../cluster_file/mod.ts";
import { OsctlError } from "../../errors.ts";
import type { Member } from "../../resource/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { addressOf, type ObservedCluster } from "./observe_nodes.ts";

/** Folder of etcd's data on control planes. */
const DATA = "/var/lib/etcd";

/** State of the etcd service of a node without data, from its boot to the bootstrap. */
const BEFORE_DATA = ["Initialized", "Waiting", "Preparing"];

/** Returns the control plane that is bootstrapped: the first one that stays and may change. */
export function bootstrapNode(nodes: readonly DeclaredNode[]): DeclaredNode | undefined {
  return nodes.find(({ role, remove, locked }) => role === "controlplane" && !remove && !locked);
}

/**
 * Reports whether no control plane is a member of etcd, or was one: all are in maintenance mode, or
 * wait for the bootstrap with an empty data folder. False when one of them is not known, and when a
 * control plane that the file does not declare responds.
 */
export async function isUnborn(
  context: ProcedureContext<NodeClient>,
  nodes: readonly DeclaredNode[],
  { nodes: observed, members, isReachable }: ObservedCluster,
  connection: ConnectionOptions,
): Promise<boolean> {
  const controlPlanes = nodes.filter(({ role }) => role === "controlplane");
  const kinds = controlPlanes.map(({ name }) => observed.get(name)!.kind);
  if (kinds.includes("unknown")) return false;
  const running = controlPlanes.filter(({ name }) => observed.get(name)!.kind === "running");
  // Another control plane, which the file does not declare, may be a member.
  const declared = new Set(nodes.flatMap(({ name, addresses }) => [name, ...addresses]));
  const isForeign = ({ machineType, hostname, addresses }: Member) =>
    machineType !== "worker" && ![hostname, ...addresses].some((one) => declared.has(one));
  if (members?.some(isForeign)) return false;
  if (running.length === 0) return !isReachable;
  const client = await context.openClient({
    connection: { ...connection, nodes: running.map(addressOf) },
  });
  try {
    const results = await client.call(MachineService.ServiceList, {});
    const isBefore = results.every(({ value }) => {
      const etcd = value?.services?.find(({ id }) => id === "etcd");
      return value !== undefined && (etcd === undefined || BEFORE_DATA.includes(etcd.state ?? ""));
    });
    if (!isBefore) return false;
    const data = await Promise.all(running.map((node) => hasData(client, addressOf(node))));
    return !data.includes(true);
  } finally {
    await client[Symbol.asyncDispose]();
  }
}

/** Reports whether the data folder has entries; the service creates the folder before it waits. */
async function hasData(client: NodeClient, node: string): Promise<boolean> {
  const request = { root: DATA, recurse: true, recursionDepth: 1 };
  try {
    const entries = client.stream(MachineService.List, request, node, { idleLimit: "scan" });
    for await (const { error, relativeName } of entries) {
      // A folder that cannot be read may have data; the absent folder of a booting node has none.
      if (error && !error.includes("no such file")) return true;
      if (!error && relativeName !== undefined && relativeName !== ".") return true;
    }
    return false;
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    return !error.message.includes("no such file");
  }
}
