/**
 * The nodes of a disruptive action, and what the action means for their cluster.
 *
 * @module
 */
import { createDeadline } from "../async/deadline.ts";
import { firstSuccess } from "../async/hedge.ts";
import { addNodeName, toNodeFailure } from "../client/node_error.ts";
import type { NodeClient } from "../client/types.ts";
import { isUnresolved } from "../client/unknown_node.ts";
import { type NodeFailure, OsctlError } from "../errors.ts";
import { formatDuration } from "../output/duration.ts";
import { formatCount } from "../output/text.ts";
import { parseIp } from "../pki/ip.ts";
import { listMembers, type Member, ResourceReader } from "../resource/mod.ts";
import type { ControlPlane } from "./quorum/read_etcd.ts";
import type { ProcedureSystem } from "./context.ts";

/** A node of an action. */
export interface AffectedNode {
  readonly address: string;
  /** Host name; empty when unknown. */
  readonly name: string;
  /** `controlplane` or `worker`; empty when unknown. */
  readonly role: string;
}

/** The nodes of an action and their cluster. */
export interface AffectedNodes {
  readonly nodes: readonly AffectedNode[];
  /** Control planes of the cluster; undefined when its members could not be read. */
  readonly controlPlanes: readonly ControlPlane[] | undefined;
  /** Why the members could not be read. */
  readonly failure?: NodeFailure | undefined;
}

/** Limit of reading the members, milliseconds: a confirmation without names is better than none. */
const MEMBERS_MS = 3000;
/** Delay of the request to a further node, milliseconds. */
const HEDGE_MS = 500;
/** Nodes from which members are requested. */
const MAX_SOURCES = 3;

/**
 * Returns nodes with their names and roles, as far as the cluster knows them.
 *
 * @throws {MultiNodeError} of an unknown node name, unless another node responds.
 */
export async function readAffectedNodes(
  client: NodeClient,
  { clock, signal }: Pick<ProcedureSystem, "clock" | "signal">,
  addresses: readonly string[] = client.nodes,
): Promise<AffectedNodes> {
  const { members, failure } = await readMembers(client, { clock, signal });
  const nodes = addresses.map((address) => {
    const member = members.find(({ addresses, hostname }) =>
      addresses.includes(address) || hostname === address
    );
    return { address, name: member?.hostname ?? "", role: member?.machineType ?? "" };
  });
  // A cluster has members: an empty list is one that discovery does not fill.
  const controlPlanes = members.length === 0
    ? undefined
    : members.filter(isControlPlane).map(({ hostname, addresses: [first = ""], addresses }) => ({
      // A node of the action may be given by its name, or by another of its addresses.
      address: nodes.find(({ address }) => addresses.includes(address) || hostname === address)
        ?.address ?? first,
      name: hostname,
    }));
  return { nodes, controlPlanes, failure };
}

/** Members of the cluster; without members, the failure to read them. */
interface KnownMembers {
  readonly members: readonly Member[];
  readonly failure?: NodeFailure;
}

async function readMembers(
  client: NodeClient,
  { clock, signal }: Pick<ProcedureSystem, "clock" | "signal">,
): Promise<KnownMembers> {
  const reader = new ResourceReader(client, { clock, callMs: MEMBERS_MS });
  using limit = createDeadline({
    clock,
    ms: MEMBERS_MS,
    signals: [signal],
    expired: () =>
      new OsctlError("node", `the members were not read within ${formatDuration(MEMBERS_MS)}`, {
        hint: client.nodes.every((node) => parseIp(node) !== undefined)
          ? "check the nodes and the endpoints"
          : "if the DNS of the endpoints does not respond, use addresses",
      }),
  });
  try {
    const members = await firstSuccess(
      client.nodes.slice(0, MAX_SOURCES),
      async (node, stop) => {
        try {
          return await listMembers(reader, node, stop);
        } catch (error) {
          throw addNodeName(node, error);
        }
      },
      { clock, delayMs: HEDGE_MS, signal: limit.signal, allFailed: ([error]) => error },
    );
    return { members };
  } catch (error) {
    signal.throwIfAborted();
    // The action itself reports unreachable nodes; a wrong name is reported before it is confirmed.
    if (!(error instanceof OsctlError)) throw error;
    const failure = toNodeFailure("", error);
    if (isUnresolved(failure.error)) throw error;
    return { members: [], failure };
  }
}

function isControlPlane({ machineType }: Pick<Member, "machineType">): boolean {
  return machineType === "controlplane" || machineType === "init";
}

/** Reports whether the role of a node is the one of control planes. */
export function isControlPlaneNode({ role }: Pick<AffectedNode, "role">): boolean {
  return isControlPlane({ machineType: role });
}

/** Returns the number of nodes by role: `5 nodes (3 control planes, 2 workers)`, `2 workers`. */
export function describeCount(nodes: readonly Pick<AffectedNode, "role">[]): string {
  const all = formatCount(nodes.length, "node");
  const controlPlanes = nodes.filter(isControlPlaneNode).length;
  const unknown = nodes.filter(({ role }) => role === "").length;
  const workers = nodes.length - controlPlanes - unknown;
  if (unknown === nodes.length) return all;
  const parts = [
    controlPlanes === 0 ? "" : formatCount(controlPlanes, "control plane"),
    workers === 0 ? "" : formatCount(workers, "worker"),
    unknown === 0 ? "" : `${unknown} of unknown role`,
  ].filter((part) => part !== "");
  return parts.length === 1 ? parts[0]! : `${all} (${parts.join(", ")})`;
}
