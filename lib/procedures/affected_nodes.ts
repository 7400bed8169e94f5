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
import type { System } from "../platform/system.ts";
import { listMembers, type Member, ResourceReader } from "../resource/mod.ts";

/**
 * Effect of an action on all of its nodes: `restart` them, `stop` them, `wipe` them, or
 * `leave` etcd.
 */
export type Effect = "restart" | "stop" | "wipe" | "leave";

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
  readonly controlPlanes: number | undefined;
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
  { clock, signal }: Pick<System, "clock" | "signal">,
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
  const controlPlanes = members.length === 0 ? undefined : members.filter(isControlPlane).length;
  return { nodes, controlPlanes, failure };
}

/** Members of the cluster; without members, the failure to read them. */
interface KnownMembers {
  readonly members: readonly Member[];
  readonly failure?: NodeFailure;
}

async function readMembers(
  client: NodeClient,
  { clock, signal }: Pick<System, "clock" | "signal">,
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

/** Returns the number of nodes by role: `5 nodes (3 control planes, 2 workers)`, `2 workers`. */
export function describeCount(nodes: readonly Pick<AffectedNode, "role">[]): string {
  const all = formatCount(nodes.length, "node");
  const controlPlanes = nodes.filter(({ role }) => isControlPlane({ machineType: role })).length;
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

/**
 * Returns what the action means for etcd, and which roles are unknown: `includes all 3 control
 * planes: etcd loses quorum`. Empty when all nodes are workers.
 */
export function describeEffect(
  { nodes, controlPlanes: all }: AffectedNodes,
  effect: Effect,
): string {
  const unknown = nodes.filter(({ role }) => role === "").map(({ address }) => address);
  if (all === undefined || unknown.length === nodes.length) {
    return "unknown roles: the members of the cluster could not be read; " +
      "the effect on etcd is unknown";
  }
  const rest = unknown.length === 0
    ? []
    : [`unknown role of ${unknown.join(", ")}: the effect on etcd may be larger`];
  const count = nodes.filter(({ role }) => isControlPlane({ machineType: role })).length;
  if (count === 0 || count > all) return rest.join();
  const quorum = Math.floor(all / 2) + 1;
  const which = count < all
    ? `${count} of ${all} control planes`
    : all === 1
    ? "the only control plane"
    : `all ${all} control planes`;
  return [`includes ${which}: ${consequenceOf(effect, all - count, quorum)}`, ...rest].join("; ");
}

/**
 * Returns the error of a check that could not determine the effect on etcd: the nodes of unknown
 * role, and why. Undefined when all roles are known.
 */
export function createUncheckedError(
  { nodes, controlPlanes, failure }: AffectedNodes,
): OsctlError | undefined {
  const unknown = nodes.filter(({ role }) => role === "").map(({ address }) => address);
  if (unknown.length === 0) return undefined;
  const from = failure === undefined || failure.node === "" ? "" : `${failure.node}: `;
  const reason = failure !== undefined
    ? `${from}${failure.error.message}`
    : controlPlanes === undefined
    ? "the cluster reports no members"
    : "they are not members of the cluster";
  const hint = failure !== undefined
    ? failure.error.hint ?? "check the endpoints and the nodes"
    : controlPlanes === undefined
    ? 'check discovery with "osctl get members"'
    : 'compare them with "osctl get members"';
  return new OsctlError(
    "node",
    `cannot check the effect on etcd: unknown role of ${unknown.join(", ")}: ${reason}`,
    { hint, cause: failure?.error },
  );
}

/** @param left Control planes that remain. */
function consequenceOf(effect: Effect, left: number, quorum: number): string {
  // A member that has left counts no more.
  if (effect === "leave") return describeRemainder(left);
  if (left === 0 && effect !== "restart" && effect !== "stop") return "the data of etcd is lost";
  if (left >= quorum) return "etcd keeps its quorum";
  return effect === "restart" ? "etcd loses quorum until enough are back" : "etcd loses quorum";
}

/**
 * Describes etcd after one member has left.
 *
 * @param left Members that remain. etcd refuses to remove the only one
 *   (`IsReadyToRemoveVotingMember`).
 */
export function describeRemainder(left: number): string {
  if (left === 0) return "etcd refuses to remove its only member";
  const failures = Math.floor((left - 1) / 2);
  const tolerated = failures === 0 ? "no failure" : formatCount(failures, "failure");
  return `etcd continues with ${formatCount(left, "member")} and tolerates ${tolerated}`;
}
