/**
 * The etcd membership of an embedded cluster, stored as data. In a new cluster, every control plane
 * is a voting member, and the first one is the leader. No etcd server runs.
 *
 * @module
 */

import type { BoltBuckets } from "../../bolt/bolt_file.ts";

/** The facts of a node that decide its membership. */
export interface EtcdNode {
  readonly name: string;
  readonly type: "controlplane" | "worker";
  readonly configured: boolean;
  readonly address: string;
}

/** A member of the etcd cluster. */
export interface EtcdMember {
  /** 64 bits. */
  readonly id: bigint;
  readonly name: string;
  readonly peerUrl: string;
  readonly clientUrl: string;
}

/** Kinds of alarms: database full, database corrupt. */
export type AlarmKind = "NOSPACE" | "CORRUPT";

/** An alarm of a member. */
export interface EtcdAlarm {
  readonly memberId: bigint;
  readonly kind: AlarmKind;
}

/** The consensus state of the etcd cluster. */
export interface EtcdState {
  readonly members: readonly EtcdMember[];
  readonly leader: EtcdMember | undefined;
  /** Keys and values of a database that was not restored from a snapshot. */
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** Buckets with keys and users, restored from a snapshot. */
  readonly restored?: BoltBuckets;
  readonly alarms: readonly EtcdAlarm[];
  /** Version of server and cluster; `3.5.0` when absent. */
  readonly version?: string;
  /** Storage version of a downgrade in progress. */
  readonly downgrade?: string;
  /** Raft term. */
  readonly term: number;
  /** Raft index; every entry is applied. */
  readonly index: number;
}

const PEER_PORT = 2380;
const CLIENT_PORT = 2379;

/** A new cluster records its members in term 1 and holds its first election in term 2. */
const FIRST_TERM = 2;

/** Returns the state of a cluster of `nodes`. Member ids are stable across restarts. */
export async function createEtcdState(
  cluster: string,
  nodes: readonly EtcdNode[],
  version?: string,
): Promise<EtcdState> {
  const configured = nodes.filter((node) => node.configured);
  const controlPlanes = configured.filter(({ type }) => type === "controlplane");
  const members = await Promise.all(controlPlanes.map((node) => createMember(node, cluster)));
  const pairs = configured.map(({ name, address, type }) =>
    [`/sandbox/nodes/${name}`, JSON.stringify({ address, type })] as const
  );
  return {
    members: members.toSorted((a, b) => a.id < b.id ? -1 : 1),
    leader: members[0],
    pairs,
    alarms: [],
    ...version === undefined ? {} : { version },
    term: FIRST_TERM,
    // Entries: added members, the leader's empty entry, member URLs, cluster version, keys.
    index: members.length + 1 + members.length + 1 + pairs.length,
  };
}

/** Creates the member of a node. */
export async function createMember(
  { name, address }: Pick<EtcdNode, "name" | "address">,
  cluster: string,
): Promise<EtcdMember> {
  const peerUrl = `https://${address}:${PEER_PORT}`;
  const clientUrl = `https://${address}:${CLIENT_PORT}`;
  return { id: await memberId(peerUrl, cluster), name, peerUrl, clientUrl };
}

/** Returns the id of an initial member as etcd derives it from peer URL and cluster name. */
async function memberId(peerUrl: string, cluster: string): Promise<bigint> {
  const text = new TextEncoder().encode(peerUrl + cluster);
  const hash = await crypto.subtle.digest("SHA-1", text);
  return new DataView(hash).getBigUint64(0);
}

/** Returns the state after a membership change; elects a leader when the old one is gone. */
export function withMembers(state: EtcdState, members: readonly EtcdMember[]): EtcdState {
  const sorted = members.toSorted((a, b) => a.id < b.id ? -1 : 1);
  const leader = sorted.find(({ id }) => id === state.leader?.id);
  return {
    ...state,
    alarms: state.alarms.filter(({ memberId }) => sorted.some(({ id }) => id === memberId)),
    members: sorted,
    leader: leader ?? firstByName(sorted),
    term: leader === undefined ? state.term + 1 : state.term,
    index: state.index + 1,
  };
}

/** Returns the first member by name. */
function firstByName(members: readonly EtcdMember[]): EtcdMember | undefined {
  return members.toSorted((a, b) => a.name < b.name ? -1 : 1)[0];
}
