/**
 * Reads the nodes of a rolling change, and the control planes of their cluster.
 *
 * @module
 */
import { DOMAIN } from "../distribution.ts";
import { type NodeFailure, OsctlError } from "../errors.ts";
import { isMap } from "../output/value.ts";
import { listMembers, type ResourceReader, specOf } from "../resource/mod.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";
import { hostOf, normaliseEndpoints } from "../client/endpoints.ts";
import { nodeError } from "./lifecycle/node_facts.ts";
import type { ControlPlane } from "./quorum/read_etcd.ts";
import type { RollingNode } from "./rolling/types.ts";

const MACHINE_TYPE = { namespace: "config", type: `MachineTypes.config.${DOMAIN}` };
const NODENAME = { namespace: "k8s", type: `Nodenames.kubernetes.${DOMAIN}` };
const HOSTNAME = { namespace: "network", type: `HostnameStatuses.net.${DOMAIN}` };

/** Nodes that respond, and the failures of the others. */
export interface ReadNodes {
  readonly nodes: readonly RollingNode[];
  readonly failures: readonly NodeFailure[];
}

/** Reads names and roles of nodes from the nodes themselves. */
export async function readNodes(
  reader: ResourceReader,
  addresses: readonly string[],
): Promise<ReadNodes> {
  const failures: NodeFailure[] = [];
  const nodes = await Promise.all(addresses.map(async (address): Promise<RollingNode[]> => {
    try {
      // The value of the resource is a text: `controlplane`, `init` or `worker`.
      const type = String(await specOf(await reader.get(address, MACHINE_TYPE, "machine-type")));
      const role = type === "worker" ? "worker" : isControlPlane(type) ? "controlplane" : undefined;
      if (role === undefined) throw new OsctlError("node", `unknown machine type "${type}"`);
      const name = await readText(reader, address, NODENAME, "nodename") ??
        await readText(reader, address, HOSTNAME, "hostname") ?? address;
      return [{ address, name, role }];
    } catch (failure) {
      const error = nodeError(address, failure);
      if (!(error instanceof OsctlError)) throw error;
      failures.push({ node: address, error });
      return [];
    }
  }));
  return { nodes: nodes.flat(), failures };
}

function isControlPlane(type: string): boolean {
  return type === "controlplane" || type === "init";
}

/** Returns a field named as the ID of its resource; undefined when the node does not have it. */
async function readText(
  reader: ResourceReader,
  node: string,
  kind: { readonly namespace: string; readonly type: string },
  id: string,
): Promise<string | undefined> {
  try {
    const spec = await specOf(await reader.get(node, kind, id));
    const text = isMap(spec) ? spec[id] : undefined;
    return typeof text === "string" && text !== "" ? text : undefined;
  } catch (failure) {
    const error = nodeError(node, failure);
    if (error instanceof RpcError && errorClass(error.code) === "refused") return undefined;
    throw error;
  }
}

/**
 * Returns all control planes of the cluster: the nodes of the change, and the members that its
 * nodes have discovered; without discovery, the endpoints that are control planes.
 *
 * @param endpoints Endpoints of the client.
 * @throws {OsctlError} when none is known.
 */
export async function readControlPlanes(
  reader: ResourceReader,
  nodes: readonly RollingNode[],
  signal: AbortSignal,
  endpoints: readonly string[] = [],
): Promise<ControlPlane[]> {
  const own = nodes.filter(({ role }) => role === "controlplane");
  let failure: OsctlError | undefined;
  for (const { address } of [...own, ...nodes].slice(0, MAX_SOURCES)) {
    try {
      const members = await listMembers(reader, address, signal);
      const found = members.filter(({ machineType }) => isControlPlane(machineType))
        .map(({ hostname, addresses }) => ({
          address: own.find((node) => addresses.includes(node.address))?.address ??
            addresses[0] ?? "",
          name: hostname,
        }))
        .filter(({ address }) => address !== "");
      const missing = own.filter(({ address }) => !found.some((one) => one.address === address));
      const all = [...found, ...missing.map(({ address, name }) => ({ address, name }))];
      if (all.length > 0) return all;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  const hosts = [...new Set(normaliseEndpoints(endpoints, "input").map(hostOf))];
  const known = await readNodes(reader, hosts);
  const reached = known.nodes.filter(({ role }) => role === "controlplane");
  if (reached.length > 0) return reached.map(({ address, name }) => ({ address, name }));
  throw new OsctlError("node", "the control planes of the cluster are unknown", {
    hint: "use control planes as endpoints, enable discovery, or add the control planes to the " +
      "nodes of the change",
  });
}

/** Nodes from which members are requested. */
const MAX_SOURCES = 4;
