/**
 * Health checks of etcd and of services of nodes.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { OsctlError } from "../../errors.ts";
import { toExactInteger } from "../../output/integer.ts";
import { normalizeIp } from "../../pki/ip.ts";
import { callNodes, requireNone } from "./call_nodes.ts";
import type { HealthTarget } from "./types.ts";

/** Checks that a service runs and is healthy on every control plane node. */
export async function checkService(
  target: HealthTarget,
  service: string,
  signal: AbortSignal,
): Promise<"ok"> {
  const { controlPlanes } = target.cluster;
  if (controlPlanes.length === 0) throw new OsctlError("node", "no control plane nodes");
  const lists = await callNodes(target, MachineService.ServiceList, {}, controlPlanes, signal);
  requireNone(lists.flatMap(({ node, value }) => {
    const found = value.services?.find(({ id }) => id === service);
    const problem = found === undefined ? "does not exist" : problemOf(found);
    return problem === undefined ? [] : [`${node.address}: service "${service}" ${problem}`];
  }));
  return "ok";
}

interface Service {
  readonly events?: {
    readonly events?: readonly { state?: string | null; msg?: string | null }[] | null;
  } | null;
  readonly health?: { readonly healthy?: boolean | null; lastMessage?: string | null } | null;
}

function problemOf({ events, health }: Service): string | undefined {
  const last = events?.events?.at(-1);
  if (last === undefined) return "has no events";
  if (last.state !== "Running") return `is in state ${last.state}: ${last.msg}`;
  if (health?.healthy) return undefined;
  const { lastMessage } = health ?? {};
  return `is not healthy${lastMessage ? `: ${lastMessage}` : ""}`;
}

/** Checks that every control plane node has the same list of etcd members. */
export async function checkMembersConsistent(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<"ok"> {
  const lists = await memberLists(target, signal);
  const [first] = lists;
  if (first === undefined) throw new OsctlError("node", "no control plane nodes");
  const expected = keysOf(first.value.members);
  requireNone(
    lists.slice(1).flatMap(({ node, value }) => {
      const actual = keysOf(value.members);
      const names = (from: ReadonlyMap<string, string>, without: ReadonlyMap<string, string>) =>
        [...from].filter(([key]) => !without.has(key)).map(([, name]) => name).join(", ");
      const missing = names(expected, actual);
      const extra = names(actual, expected);
      const differences = [
        ...missing === "" ? [] : [`lacks ${missing}`],
        ...extra === "" ? [] : [`has ${extra}`],
      ];
      return differences.length === 0
        ? []
        : [`${node.address} ${differences.join(" and ")} unlike ${first.node.address}`];
    }),
  );
  return "ok";
}

/** Checks that every etcd member is a control plane node. */
export async function checkMembersAreControlPlanes(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<"ok"> {
  const { controlPlanes } = target.cluster;
  const [first] = controlPlanes;
  if (first === undefined) throw new OsctlError("node", "no control plane nodes");
  const [list] = await callNodes(target, MachineService.EtcdMemberList, {}, [first], signal);
  const known = new Set(controlPlanes.flatMap(({ addresses }) => addresses.map(normalizeIp)));
  requireNone((list!.value.members ?? []).flatMap(({ hostname, peerUrls }) => {
    const foreign = (peerUrls ?? []).map(hostOf).filter((host) => !known.has(normalizeIp(host)));
    return foreign.length === 0
      ? []
      : [`etcd member "${hostname}" (${foreign.join(", ")}) is not a control plane node`];
  }));
  return "ok";
}

function memberLists(target: HealthTarget, signal: AbortSignal) {
  const { controlPlanes } = target.cluster;
  return callNodes(target, MachineService.EtcdMemberList, {}, controlPlanes, signal);
}

interface Member {
  readonly id?: Parameters<typeof toExactInteger>[0];
  readonly hostname?: string | null;
  readonly isLearner?: boolean | null;
}

/** Returns the names of members by host name, id and role. */
function keysOf(members: readonly Member[] | null | undefined): Map<string, string> {
  return new Map((members ?? []).map(({ id, hostname, isLearner }) => {
    const name = `${hostname}${isLearner ? " (learner)" : ""}`;
    return [`${name} ${toExactInteger(id)}`, name];
  }));
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  } catch {
    throw new OsctlError("node", `invalid peer URL "${url}" of an etcd member`);
  }
}
