/**
 * The states of all nodes of a cluster, each with the other nodes as cluster members.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { LiveValue } from "../live_value.ts";
import type { ServiceRegistry } from "../machine/mod.ts";
import type { NodeFacts } from "../types.ts";
import { createControllers } from "./controllers/create_controllers.ts";
import type {
  ClusterIdentity,
  LiveNode,
  NodeSecrets,
  Peer,
} from "./controllers/controller_options.ts";
import { NodeState } from "./node_state.ts";

/** Options of a node's state. */
export interface StateSpec {
  readonly node: NodeFacts;
  readonly services: ServiceRegistry;
  readonly live: LiveNode;
  /** Id of the cluster, if its nodes run in several processes. */
  readonly clusterId?: string | undefined;
  /** Returns the id of the node's etcd member; default none. */
  readonly etcdMemberId?: () => bigint | undefined;
  /** Undefined in maintenance mode. */
  readonly secrets: LiveValue<NodeSecrets | undefined> | undefined;
}

/** The states of a cluster's nodes. Cluster and node ids are stable across restarts. */
export class ClusterStates implements Disposable {
  readonly #clock: Clock;
  readonly #report: (error: unknown, where: string) => void;
  readonly #states = new Map<string, NodeState>();
  readonly #nodeIds: ReadonlyMap<string, string>;
  readonly #peers: LiveValue<readonly Peer[]> = new LiveValue<readonly Peer[]>([]);
  readonly #identity: ClusterIdentity;

  private constructor(
    clusterId: string,
    nodeIds: ReadonlyMap<string, string>,
    clock: Clock,
    report: (error: unknown, where: string) => void,
  ) {
    this.#clock = clock;
    this.#report = report;
    this.#nodeIds = nodeIds;
    const peers = this.#peers;
    this.#identity = {
      id: clusterId,
      get peers() {
        return peers.value;
      },
      onChange: (listener) => peers.onChange(listener),
    };
  }

  /**
   * Creates the collection, without a state of any node.
   *
   * @param names names of all nodes.
   * @param seed unique text of the cluster, for example its CA certificate; ids derive from it.
   */
  static async create(
    names: readonly string[],
    seed: string,
    clock: Clock,
    report: (error: unknown, where: string) => void,
  ): Promise<ClusterStates> {
    const clusterId = (await digest(`cluster ${seed}`)).toBase64({ alphabet: "base64url" });
    const nodeIds = await Promise.all(
      names.map(async (name) => [name, base62(await digest(`node ${name} ${seed}`))] as const),
    );
    return new ClusterStates(clusterId, new Map(nodeIds), clock, report);
  }

  /** Creates the state of a node that boots, in place of the one before. */
  boot(spec: StateSpec): NodeState {
    const { node, services, live, etcdMemberId = () => undefined, secrets, clusterId } = spec;
    const peers = this.#peers;
    const identity: ClusterIdentity = clusterId === undefined ? this.#identity : {
      id: clusterId,
      get peers() {
        return peers.value;
      },
      onChange: (listener) => peers.onChange(listener),
    };
    const cluster = secrets === undefined ? undefined : identity;
    this.#states.get(node.name)?.[Symbol.dispose]();
    this.#setPeer(node, live.version, cluster !== undefined);
    const controllers = createControllers({
      node,
      services,
      live,
      etcdMemberId,
      secrets,
      cluster,
    });
    const state = new NodeState({
      clock: this.#clock,
      controllers,
      report: this.#report,
      version: live.version,
    });
    this.#states.set(node.name, state);
    return state;
  }

  /** Sets the nodes that other processes run; notifies the controllers only of a change. */
  setOthers(others: readonly Peer[]): void {
    const own = this.#peers.value.filter(({ node }) => this.#nodeIds.has(node.name));
    const next = [...own, ...others];
    const toText = (peers: readonly Peer[]) =>
      JSON.stringify(
        peers.map((
          { node, nodeId, version },
        ) => [node.name, node.address, node.type, nodeId, version]),
      );
    if (toText(next) !== toText(this.#peers.value)) this.#peers.set(next);
  }

  /** Returns the id of a node of this process. */
  idOf({ name }: Pick<NodeFacts, "name">): string {
    return this.#nodeIds.get(name) ?? "";
  }

  /** Adds, replaces or removes a peer; notifies the controllers of all nodes only of a change. */
  #setPeer(node: NodeFacts, version: string, isMember: boolean): void {
    const peers = this.#peers.value;
    const known = peers.find((peer) => peer.node.name === node.name);
    const isSame = known !== undefined && isSameNode(known.node, node) &&
      known.version === version;
    if (isMember && isSame) return;
    if (!isMember && known === undefined) return;
    const others = peers.filter((peer) => peer !== known);
    const own = { node, nodeId: this.#nodeIds.get(node.name) ?? "", version };
    this.#peers.set(isMember ? [...others, own] : others);
  }

  /**
   * Returns the state of a node.
   *
   * @throws {RangeError} When no node has this name.
   */
  of({ name }: Pick<NodeFacts, "name">): NodeState {
    const state = this.#states.get(name);
    if (state === undefined) throw new RangeError(`Unknown node "${name}"`);
    return state;
  }

  [Symbol.dispose](): void {
    for (const state of this.#states.values()) state[Symbol.dispose]();
  }
}

/** Compares what other nodes see of a node. */
function isSameNode(a: NodeFacts, b: NodeFacts): boolean {
  return a.address === b.address && a.type === b.type;
}

async function digest(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Encodes bytes as a base-62 number, the format of node ids. */
function base62(bytes: Uint8Array): string {
  let left = BigInt(`0x${bytes.toHex()}`);
  let text = "";
  for (; left > 0n; left /= 62n) text = DIGITS[Number(left % 62n)] + text;
  return text;
}
