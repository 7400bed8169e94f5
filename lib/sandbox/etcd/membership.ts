/**
 * The etcd cluster of an embedded cluster, kept as state: every control plane is a member, voting
 * and healthy, and the first one leads. No database server runs.
 *
 * @module
 */

/** What is asked of a node here. */
export interface EtcdNode {
  readonly name: string;
  readonly type: "controlplane" | "worker";
  readonly configured: boolean;
  readonly address: string;
}

/** One member. */
export interface EtcdMember {
  /** 64 bits. */
  readonly id: bigint;
  readonly name: string;
  readonly peerUrl: string;
  readonly clientUrl: string;
}

/** What the members agreed on. */
export interface EtcdState {
  readonly members: readonly EtcdMember[];
  readonly leader: EtcdMember | undefined;
  /** What is stored: key and value. */
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** The term of the only election there was. */
  readonly term: number;
  /** Entries in the log, all of them applied. */
  readonly index: number;
}

const PEER_PORT = 2380;
const CLIENT_PORT = 2379;

/** Before the election the members of a new cluster are entered in term 1. */
const FIRST_TERM = 2;

/** The state of a cluster of these nodes. Members keep their ids whenever it is started again. */
export async function etcdState(cluster: string, nodes: readonly EtcdNode[]): Promise<EtcdState> {
  const configured = nodes.filter((node) => node.configured);
  const controlPlanes = configured.filter(({ type }) => type === "controlplane");
  const members = await Promise.all(controlPlanes.map(async ({ name, address }) => {
    const peerUrl = `https://${address}:${PEER_PORT}`;
    const clientUrl = `https://${address}:${CLIENT_PORT}`;
    return { id: await memberId(peerUrl, cluster), name, peerUrl, clientUrl };
  }));
  const pairs = configured.map(({ name, address, type }) =>
    [`/sandbox/nodes/${name}`, JSON.stringify({ address, type })] as const
  );
  return {
    members: members.toSorted((a, b) => a.id < b.id ? -1 : 1),
    leader: members[0],
    pairs,
    term: FIRST_TERM,
    // Each member entered, the leader's first word, each member's URLs, the version, each pair.
    index: members.length + 1 + members.length + 1 + pairs.length,
  };
}

/** As etcd makes the id of a first member: from its URL and the name of the cluster. */
async function memberId(peerUrl: string, cluster: string): Promise<bigint> {
  const text = new TextEncoder().encode(peerUrl + cluster);
  const hash = await crypto.subtle.digest("SHA-1", text);
  return new DataView(hash).getBigUint64(0);
}
